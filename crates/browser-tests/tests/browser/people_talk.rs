//! People: what they say, offer and own; and that everybody can: axe-core, the keyboard, the smallest screen.

use anyhow::{Context, ensure};
use damka_browser_tests::{Findings, Harness, Look, Page, Server, Verdict};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::people::{DESK, PHONE, choose, club, fill, found, go_in, invite, sit};
use crate::play::my_turn;
use crate::seats::{moves, tap, wait_for_moves};

/// White's page and Black's, at a game that has begun; its path.
async fn pair(
    harness: &Harness,
    club: &Server,
    looks: [Look; 2],
    more: Value,
) -> anyhow::Result<(Page, Page, String)> {
    let [first, second] = looks;
    let (anna, boris) =
        (harness.page_at(club.url(), first).await?, harness.page_at(club.url(), second).await?);
    let mut game = json!({ "variant": "russian", "clock": "600+5", "white": true, "name": "Anna" });
    for (name, value) in more.as_object().into_iter().flatten() {
        game[name] = value.clone();
    }
    let path = found(&anna, game).await?;
    boris.open(&path).await?;
    sit(&boris, "Boris").await?;
    anna.wait_for("!document.querySelector('.door') && document.querySelector('.signal.up')").await?;
    // The board turns round for Black: what is tapped before that is another square.
    boris.wait_for("document.querySelector('.bar:not(.top)')?.textContent.includes('You')").await?;
    Ok((anna, boris, path))
}

async fn say(page: &Page, text: &str) -> anyhow::Result<()> {
    fill(page, ".speak input", text).await?;
    page.click(".speak button").await
}

/// Names and words are shown as they were written, whatever they look like; who does not want to hear them does not.
pub(crate) async fn text_only(harness: &Harness) -> anyhow::Result<Verdict> {
    let club = club(harness)?;
    let name = "<img src=x onerror=x()>";
    let (anna, boris, _) = pair(harness, &club, [DESK, DESK], json!({ "name": name })).await?;
    ensure!(
        boris.text(".bar.top .name").await? == name,
        "the name is {:?}",
        boris.text(".bar.top .name").await?
    );
    let script = "<script>window.hacked=1</script><img src=x onerror=\"window.hacked=1\">";
    say(&anna, script).await?;
    let heard = boris.wait_for_text(".remarks", "hacked").await?;
    ensure!(heard.contains(script), "{heard:?}");
    anna.click(".phrases button:nth-child(2)").await?;
    boris.wait_for_text(".remarks", "Good luck!").await?;
    for page in [&anna, &boris] {
        let hurt =
            page.eval("return [window.hacked ?? null, document.querySelectorAll('main img').length]").await?;
        ensure!(hurt == json!([null, 0]), "{hurt}");
    }
    // Muted: what is said after that is not heard; what one says oneself is.
    anna.click(".talk .switch").await?;
    anna.wait_for("!document.querySelector('.speak')").await?;
    say(&boris, "can you hear me").await?;
    boris.wait_for_text(".remarks", "can you hear me").await?;
    anna.click(".talk .switch").await?;
    say(&boris, "and now").await?;
    let heard = anna.wait_for_text(".remarks", "and now").await?;
    ensure!(!heard.contains("can you hear me"), "{heard:?}");
    // Where only phrases were agreed on there is nothing to type into.
    let (_, quiet, _) = pair(harness, &club, [DESK, DESK], json!({ "quiet": true })).await?;
    quiet.find(".phrases button").await?;
    ensure!(quiet.count(".speak").await? == 0, "there is a box for free words");
    Ok(Verdict::Passed)
}

/// Offers and answers, a move in advance, taking back, giving up, another game.
pub(crate) async fn offers(harness: &Harness) -> anyhow::Result<Verdict> {
    let club = club(harness)?;
    let (anna, boris, path) = pair(harness, &club, [DESK, PHONE], json!({})).await?;
    ensure!(my_turn(&anna).await?, "White may not begin");
    // Black plans while White thinks; the whole move is played at once.
    tap(&boris, &["b6", "a5"]).await?;
    boris.wait_for_status("will be played").await?;
    ensure!(boris.marked("premove").await?.len() == 2, "nothing is planned");
    tap(&anna, &["c3", "d4"]).await?;
    for page in [&anna, &boris] {
        ensure!(wait_for_moves(page, 2).await? == ["c3-d4", "b6-a5"], "{:?}", moves(page).await?);
    }
    anna.click_button("Take back").await?;
    boris.wait_for_text(".asking.offer", "take a move back").await?;
    boris.click(".asking.offer .primary").await?;
    anna.wait_for("document.querySelectorAll('.moves .move').length === 0")
        .await
        .context("nothing is taken back")?;
    tap(&anna, &["c3", "b4"]).await?;
    wait_for_moves(&boris, 1).await?;
    ensure!(my_turn(&boris).await?, "Black may not answer");
    tap(&boris, &["b6", "c5"]).await?;
    wait_for_moves(&anna, 2).await?;
    anna.wait_for_status("Your turn").await?;
    anna.click_button("Offer a draw").await?;
    anna.click_button("Yes").await?;
    boris.wait_for_text(".asking.offer", "offers a draw").await?;
    boris.click(".asking.offer button:not(.primary)").await?;
    anna.wait_for_text(".notes", "declined").await?;
    anna.click_button("Offer a draw").await?;
    anna.click_button("Yes").await?;
    anna.wait_for_text(".notes", "more move").await.context("an offer without a pause")?;
    // The clock of whoever is to move runs, the other one stands.
    let left = "return [...document.querySelectorAll('.clock')].map(e => e.textContent)";
    let before = anna.eval(left).await?;
    anna.wait_for(&format!("document.querySelectorAll('.clock')[1].textContent !== {}", before[1])).await?;
    ensure!(anna.eval(left).await?[0] == before[0], "both clocks run");
    // Who goes away is waited for.
    boris.open("russian").await?;
    anna.wait_for_text(".bar.top", "away").await?;
    anna.wait_for_status("claim the win in").await?;
    boris.open(&path).await?;
    anna.wait_for("!document.querySelector('.bar.away')").await?;
    anna.click_button("Resign").await?;
    anna.click_button("Yes").await?;
    let lost = anna.wait_for_text(".result-card", "You lost").await?;
    ensure!(lost.contains("resigned"), "{lost:?}");
    boris.wait_for_text(".result-card", "You won").await?;
    boris.click(".result-card .primary").await?;
    anna.wait_for_text(".result-card .primary", "Accept").await?;
    anna.click(".result-card .primary").await?;
    boris.wait_for(&format!("location.pathname !== '/{path}'")).await?;
    ensure!(my_turn(&boris).await?, "the colours are not changed");
    boris.click_button("Abort").await?;
    anna.wait_for_text(".result-card", "Aborted").await?;
    Ok(Verdict::Passed)
}

/// Fills in fields of the account's form and presses a button; waits for what is said in a part of it.
async fn submit(
    page: &Page,
    fields: &[(&str, &str)],
    button: &str,
    place: &str,
    said: &str,
) -> anyhow::Result<()> {
    for (name, text) in fields {
        fill(page, &format!(".account [name={name}]"), text).await?;
    }
    page.click_button(button).await?;
    page.wait_for_text(format!(".account {place}").trim_end(), said).await?;
    Ok(())
}

/// An account from first to last: made, left, entered, looked at, its games searched and taken home, deleted.
pub(crate) async fn account(harness: &Harness) -> anyhow::Result<Verdict> {
    let club = club(harness)?;
    let (anna, boris) = (harness.page_at(club.url(), DESK).await?, harness.page_at(club.url(), DESK).await?);
    let path = invite(&anna, "english", "600+5", "Anna").await?;
    boris.open(&path).await?;
    sit(&boris, "Boris").await?;
    anna.wait_for("!document.querySelector('.door')").await?;
    for page in [&anna, &boris] {
        if my_turn_now(page).await? {
            let square = page.marked("movable").await?.first().cloned().context("nothing to move")?;
            page.click_square(&square).await?;
            let target = page.marked("target").await?.first().cloned().context("nowhere to go")?;
            page.click_square(&target).await?;
            break;
        }
    }
    wait_for_moves(&anna, 1).await?;
    anna.open("people").await?;
    let form = [("username", "Anna"), ("password", "short")];
    submit(&anna, &form, "Create account", ".told", "at least 8").await?;
    submit(&anna, &[("password", "correct horse")], "Create account", "", "Log out").await?;
    anna.click_button("Add the games played on this device").await?;
    anna.wait_for_text(".notes", "1 game added").await?;
    anna.click_button("Log out").await?;
    let form = [("username", "anna"), ("password", "wrong horse")];
    submit(&anna, &form, "Log in", ".told", "wrong").await?;
    submit(&anna, &[("password", "correct horse")], "Log in", "", "Log out").await?;
    // Without what this device remembers the seat is the account's all the same.
    anna.eval("localStorage.removeItem('damka.seats')").await?;
    anna.open("people").await?;
    anna.wait_for_text("[aria-labelledby=mine-title]", "Boris").await?;
    go_in(&anna, "mine").await?;
    anna.click_button("Abort").await?;
    anna.wait_for_text(".result-card", "Aborted").await?;
    anna.open("people/@Anna").await?;
    anna.wait_for_text(".past", "Boris").await?;
    choose(&anna, ".past [name=variant]", "russian").await?;
    anna.click(".past [type=submit]").await?;
    anna.wait_for_text(".past", "No games found").await?;
    let pdn = "const done = arguments[arguments.length - 1]; \
        fetch(document.querySelector('a[download]').href).then(r => r.text()).then(done, e => done(String(e)))";
    let pdn = anna.eval_async(pdn).await?;
    ensure!(pdn.as_str().is_some_and(|pdn| pdn.contains("Anna") && pdn.contains("Boris")), "{pdn}");
    anna.click_buttons(&["Delete account", "Yes"]).await?;
    anna.find(".account [name=password]").await?;
    anna.open("people/@Anna").await?;
    anna.wait_for_text(".people header", "no such account").await?;
    Ok(Verdict::Passed)
}

async fn my_turn_now(page: &Page) -> anyhow::Result<bool> {
    page.wait_for("document.querySelector('.signal.up')").await?;
    Ok(!page.marked("movable").await?.is_empty())
}

/// axe-core finds nothing in any state.
pub(crate) async fn axe(harness: &Harness) -> anyhow::Result<Verdict> {
    axe_with(harness, ("desk", DESK)).await
}

/// The same in the dark, on a telephone.
pub(crate) async fn axe_dark(harness: &Harness) -> anyhow::Result<Verdict> {
    axe_with(harness, ("dark phone", Look { dark: true, ..PHONE })).await
}

async fn axe_with(harness: &Harness, (name, look): (&str, Look)) -> anyhow::Result<Verdict> {
    let Some(mut found) = Findings::begin() else { return Ok(Findings::none()) };
    let club = club(harness)?;
    let mut check = async |page: &Page, part: &str, state: &str| -> anyhow::Result<()> {
        page.find(part).await?;
        found.check(page, &format!("{name} {state}")).await
    };
    let (anna, boris) =
        (harness.page_at(club.url(), look.clone()).await?, harness.page_at(club.url(), look.clone()).await?);
    anna.open("people").await?;
    anna.wait_for_text(".lists", "Nobody is waiting").await?;
    check(&anna, "main", "empty lobby").await?;
    anna.click(".seek summary").await?;
    anna.click(".seek .segments label:nth-of-type(3)").await?;
    check(&anna, "main", "more terms").await?;
    let path = invite(&anna, "russian", "600+5", "Anna").await?;
    check(&anna, "main", "waiting").await?;
    anna.click(".door .nearby").await?;
    check(&anna, ".door .code", "code to scan").await?;
    boris.open(&path).await?;
    check(&boris, ".door form", "invited").await?;
    sit(&boris, "Boris").await?;
    anna.wait_for("!document.querySelector('.door')").await?;
    let (white, black) = if my_turn_now(&anna).await? { (&anna, &boris) } else { (&boris, &anna) };
    ensure!(my_turn(white).await?, "White may not begin");
    check(white, "main", "my turn").await?;
    check(black, "main", "their turn").await?;
    tap(white, &["a1"]).await?;
    check(white, "main", "refused").await?;
    tap(white, &["c3", "d4"]).await?;
    wait_for_moves(black, 1).await?;
    ensure!(my_turn(black).await?, "Black may not move");
    if look.touch {
        black.click_button("Talk").await?;
    }
    black.click(".phrases button").await?;
    black.wait_for_text(".remarks", "Hello!").await?;
    check(black, "main", "talk").await?;
    if look.touch {
        black.click(".talk .icon-button").await?;
    }
    white.click_button("Offer a draw").await?;
    check(white, "main", "question").await?;
    white.click_button("Yes").await?;
    check(black, ".asking.offer", "offer").await?;
    black.click(".asking.offer .primary").await?;
    check(white, ".result-card", "result").await?;
    white.open("people/nosuchgame").await?;
    check(white, ".gone .button", "no such game").await?;
    black.open("people").await?;
    let form = [("username", "Anna"), ("password", "correct horse")];
    submit(black, &form, "Create account", "", "Log out").await?;
    check(black, "main", "account").await?;
    black.open("people/@Anna").await?;
    black.find(".past .search").await?;
    check(black, "a[download]", "profile").await?;
    found.verdict()
}

/// A game is found, entered and played by the keyboard alone.
pub(crate) async fn keyboard(harness: &Harness) -> anyhow::Result<Verdict> {
    let club = club(harness)?;
    let page = harness.page_at(club.url(), DESK).await?;
    page.open("people").await?;
    choose(&page, "[name=variant]", "russian").await?;
    let at = "return document.activeElement?.className + ' ' + (document.activeElement?.name || '') + ' ' + \
        (document.activeElement?.dataset?.mark || '')";
    let walk = async |wanted: &str| -> anyhow::Result<()> {
        for _ in 0..60 {
            let here = page.eval(at).await?;
            if here.as_str().is_some_and(|here| here.split(' ').any(|word| word == wanted)) {
                return Ok(());
            }
            page.press_key(Key::Tab).await?;
        }
        anyhow::bail!("Tab does not come to {wanted}")
    };
    walk("opponent").await?;
    // To the last of the three: the computer.
    page.press_key(Key::Up).await?;
    walk("go").await?;
    page.press_key(Key::Enter).await?;
    ensure!(my_turn(&page).await?, "no game begins");
    let before = moves(&page).await?.len();
    walk("movable").await?;
    page.press_key(Key::Enter).await?;
    page.press_key(Key::Tab).await?;
    page.press_key(Key::Enter).await?;
    wait_for_moves(&page, before + 1).await?;
    page.press(&['f']).await?;
    Ok(Verdict::Passed)
}

/// The smallest telephone: nothing sticks out of the lobby, nothing scrolls while playing.
pub(crate) async fn small_phone(harness: &Harness) -> anyhow::Result<Verdict> {
    let club = club(harness)?;
    let small = Look { calm: true, ..Look::SMALL_PHONE };
    let (anna, boris, _) = pair(harness, &club, [small.clone(), small.clone()], json!({})).await?;
    ensure!(my_turn(&anna).await?, "White may not begin");
    for page in [&anna, &boris] {
        let script = "const e = document.scrollingElement; return [e.scrollWidth, e.scrollHeight, innerWidth, innerHeight]";
        let sizes = page.eval(script).await?;
        let size = |n: usize| sizes[n].as_u64().unwrap_or_default();
        ensure!(size(0) <= size(2) && size(1) <= size(3), "the game scrolls: {sizes}");
        let out = "return [...document.querySelectorAll('.board, .bar, .clock, .status p, .action')] \
            .filter(x => x.offsetParent).map(x => [x.className, x.getBoundingClientRect()]) \
            .filter(([_, r]) => r.right > innerWidth + 1 || r.left < -1 || r.bottom > innerHeight + 1 || r.height < 8) \
            .map(([name, r]) => `${name} ${r.left},${r.top} ${r.right},${r.bottom}`)";
        let out = page.eval(out).await?;
        ensure!(out == json!([]), "sticks out: {out}");
    }
    for path in ["people", "people/nosuchgame"] {
        anna.open(path).await?;
        anna.find("main").await?;
        anna.find(".people .go, .gone .button").await?;
        let wide = anna
            .eval("const m = document.querySelector('main'); return [m.scrollWidth, m.clientWidth]")
            .await?;
        ensure!(wide[0] == wide[1], "{path} is wider than the screen: {wide}");
    }
    Ok(Verdict::Passed)
}
