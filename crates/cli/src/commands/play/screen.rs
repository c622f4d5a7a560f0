//! Playing on a terminal: a painted board, arrow keys, the mouse, typed moves.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use crossterm::style::{Color, Print, ResetColor, SetBackgroundColor, SetForegroundColor};
use crossterm::{cursor, execute, queue, terminal};
use damka_rules::{Role, Side, Square};
use damka_sitting::{Act, Effect, Purpose};

use super::host::{Answer, Host, shows};
use super::paint::{Canvas, Frame, View, paint};
use super::wish::Wish;
use crate::board;

/// How often the engine is asked what it has found while nobody presses a key.
const TICK: Duration = Duration::from_millis(40);

/// Plays until the person leaves.
pub(super) fn play(host: Host) -> Result<ExitCode> {
    let _restored_at_the_end = Terminal::enter()?;
    let mut screen = Screen::new(host);
    let effects = screen.host.act(Act::Sit);
    screen.happened(&effects);
    loop {
        screen.draw()?;
        if event::poll(TICK)? && !screen.handle(event::read()?) {
            return Ok(ExitCode::SUCCESS);
        }
        let effects = screen.host.listen();
        screen.happened(&effects);
    }
}

/// The terminal in its painting state; dropping it restores the old one, also after a panic.
struct Terminal;

impl Terminal {
    fn enter() -> Result<Terminal> {
        terminal::enable_raw_mode()?;
        let terminal = Terminal;
        execute!(io::stdout(), terminal::EnterAlternateScreen, event::EnableMouseCapture, cursor::Hide)?;
        Ok(terminal)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Nothing can be done about a terminal that has gone.
        let _ = execute!(
            io::stdout(),
            ResetColor,
            cursor::Show,
            event::DisableMouseCapture,
            terminal::LeaveAlternateScreen
        );
        let _ = terminal::disable_raw_mode();
    }
}

struct Screen {
    host: Host,
    cursor: Square,
    hint: Vec<Square>,
    prompt: String,
    message: String,
    /// A text in place of the panel, until the next key.
    notice: Option<String>,
    frame: Option<Frame>,
    painted: Option<(u16, u16, Vec<super::paint::Cell>)>,
}

impl Screen {
    fn new(host: Host) -> Screen {
        // A piece that can move is a good place to begin.
        let home = host.sitting.game.routes().first().map_or(Square::new(1), damka_rules::Route::from);
        Screen {
            host,
            cursor: home,
            hint: Vec::new(),
            prompt: String::new(),
            message: "Use the arrow keys and Enter, the mouse, or type a move. Type help for more.".into(),
            notice: None,
            frame: None,
            painted: None,
        }
    }

    /// Shows what has happened at the board.
    fn happened(&mut self, effects: &[Effect]) {
        if effects.iter().any(shows) {
            self.hint.clear();
            self.message.clear();
        }
        for effect in effects {
            if let Effect::Hint(_, route) = effect {
                self.hint = route.stops().to_vec();
            }
            if let Some(text) = self.host.tell(effect) {
                self.message = text;
            }
        }
    }

    /// Takes an event; false when the person leaves.
    fn handle(&mut self, event: Event) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let frame = self.frame;
                if let Some(square) = frame.and_then(|f| f.square_at(mouse.column.into(), mouse.row.into())) {
                    self.cursor = square;
                    self.press(square);
                }
                true
            }
            Event::Resize(..) => {
                self.painted = None;
                true
            }
            _ => true,
        }
    }

    fn key(&mut self, key: KeyEvent) -> bool {
        self.notice = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'q') if control => return false,
            KeyCode::Char('z') if control => return self.wish(Wish::Undo),
            KeyCode::Char('l') if control => self.painted = None,
            KeyCode::F(1) => return self.wish(Wish::Help),
            KeyCode::F(2) => return self.wish(Wish::Hint),
            KeyCode::Tab => return self.wish(Wish::Flip),
            KeyCode::Up => self.step(-1, 0),
            KeyCode::Down => self.step(1, 0),
            KeyCode::Left => self.step(0, -1),
            KeyCode::Right => self.step(0, 1),
            KeyCode::Esc => {
                self.prompt.clear();
                self.host.entry.back();
                // An impatient person gets the move found so far.
                self.host.move_now();
            }
            KeyCode::Backspace => {
                self.prompt.pop();
            }
            KeyCode::Enter if !self.prompt.is_empty() => {
                let text = std::mem::take(&mut self.prompt);
                if let Some(wish) = Wish::parse(&text) {
                    return self.wish(wish);
                }
            }
            KeyCode::Enter => self.press(self.cursor),
            KeyCode::Char(' ') if self.prompt.is_empty() => self.press(self.cursor),
            KeyCode::Char(sign) if !control && self.prompt.len() < 60 => self.prompt.push(sign),
            _ => {}
        }
        true
    }

    fn wish(&mut self, wish: Wish) -> bool {
        let answer = self.host.wish(wish);
        self.answered(answer)
    }

    fn press(&mut self, square: Square) {
        let answer = self.host.press(square);
        self.answered(answer);
    }

    /// Shows what came of a wish; false when the person leaves.
    fn answered(&mut self, answer: Answer) -> bool {
        match answer {
            Answer::Happened(effects) => {
                self.message.clear();
                self.happened(&effects);
            }
            Answer::Say(text) => self.message = text,
            Answer::Show(text) => self.notice = Some(text),
            Answer::Redraw => self.message.clear(),
            Answer::Quit => return false,
        }
        true
    }

    /// Moves the cursor to the nearest playable square in that direction, as it is seen.
    fn step(&mut self, down: isize, right: isize) {
        let grid = self.host.sitting.game.position().grid();
        let turn = if self.host.flipped { -1 } else { 1 };
        let (row, col) = grid.place(self.cursor);
        let (row, col) = (row as isize, col as isize);
        let lean = if row % 2 == 0 { -1 } else { 1 };
        let tries = match down {
            0 => [(0, right * turn), (0, 2 * right * turn), (0, 0)],
            _ => [(down * turn, 0), (down * turn, lean), (down * turn, -lean)],
        };
        let found = tries.into_iter().find_map(|(dr, dc)| {
            let (row, col) = (usize::try_from(row + dr).ok()?, usize::try_from(col + dc).ok()?);
            (row < grid.height && col < grid.width).then(|| grid.square_at(row, col)).flatten()
        });
        self.cursor = found.unwrap_or(self.cursor);
    }

    fn draw(&mut self) -> Result<()> {
        let (width, height) = terminal::size()?;
        let game = &self.host.sitting.game;
        let last = game.moves().last().map_or_else(Vec::new, |played| played.route.stops().to_vec());
        let mut must: Vec<Square> = Vec::new();
        if self.host.sitting.persons_turn() && game.position().can_capture() {
            must =
                game.routes().iter().filter(|route| route.is_capture()).map(|route| route.from()).collect();
        }
        let mut targets = self.host.entry.ends();
        targets.extend(self.host.entry.vias());
        let panel = self.panel(usize::from(height).saturating_sub(6));
        let view = View {
            pos: game.position(),
            flipped: self.host.flipped,
            colourless: board::is_colourless(),
            cursor: self.cursor,
            selected: self.host.entry.trail(),
            targets: &targets,
            must: &must,
            last: &last,
            hint: &self.hint,
            panel: &panel,
            message: &self.message,
            prompt: &self.prompt,
        };
        let canvas = paint(&view, width.into(), height.into());
        self.frame = Some(Frame::fit(game.position(), self.host.flipped, width.into(), height.into()));
        self.show(canvas, width, height)
    }

    /// Writes the cells that have changed.
    fn show(&mut self, canvas: Canvas, width: u16, height: u16) -> Result<()> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let old = match self.painted.take() {
            Some((w, h, cells)) if (w, h) == (width, height) => Some(cells),
            _ => {
                queue!(out, ResetColor, terminal::Clear(terminal::ClearType::All))?;
                None
            }
        };
        let (mut ink, mut paper, mut at) = (Color::Reset, Color::Reset, None);
        queue!(out, ResetColor)?;
        for (index, cell) in canvas.cells.iter().enumerate() {
            if old.as_ref().is_some_and(|old| old[index] == *cell) {
                continue;
            }
            let (column, row) = ((index % canvas.width) as u16, (index / canvas.width) as u16);
            if at != Some((column, row)) {
                queue!(out, cursor::MoveTo(column, row))?;
            }
            if ink != cell.ink {
                queue!(out, SetForegroundColor(cell.ink))?;
                ink = cell.ink;
            }
            if paper != cell.paper {
                queue!(out, SetBackgroundColor(cell.paper))?;
                paper = cell.paper;
            }
            queue!(out, Print(cell.sign))?;
            at = Some((column + 1, row));
        }
        out.flush()?;
        self.painted = Some((width, height, canvas.cells));
        Ok(())
    }

    /// The lines beside the board.
    fn panel(&self, height: usize) -> Vec<String> {
        if let Some(notice) = &self.notice {
            return notice.lines().map(str::to_owned).collect();
        }
        let game = &self.host.sitting.game;
        let mut lines = vec![format!("Damka: {}", game.variant()), String::new()];
        for side in [Side::Black, Side::White] {
            let (men, kings) = self.count(side);
            lines.push(format!("{} {}", board::side_name(side), self.host.player(side)));
            lines.push(format!("  {men} men, {kings} kings"));
        }
        lines.extend([String::new(), self.host.status()]);
        lines.extend(self.host.opening());
        lines.extend(self.host.countdown());
        let purpose = self.host.sitting.question().map(|question| question.purpose);
        lines.push(match (&self.host.info, purpose) {
            (Some(info), Some(Purpose::Move | Purpose::Hint)) => {
                format!("thinking: depth {}, {}", info.depth, info.score)
            }
            (_, Some(_)) => "thinking ... (Esc: move now)".into(),
            (_, None) => String::new(),
        });
        lines.push(String::new());
        let moves: Vec<&str> = game.moves().iter().map(|played| played.text.as_str()).collect();
        let pairs: Vec<String> = moves
            .chunks(2)
            .enumerate()
            .map(|(index, pair)| {
                let (first, second) = (pair[0], pair.get(1).copied().unwrap_or_default());
                format!("{:>3}. {first:<12} {second}", index + 1)
            })
            .collect();
        let room = height.saturating_sub(lines.len());
        lines.extend_from_slice(&pairs[pairs.len().saturating_sub(room)..]);
        lines
    }

    fn count(&self, side: Side) -> (usize, usize) {
        let pieces = self.host.sitting.game.position().to_setup().pieces;
        let count =
            |role: Role| pieces.iter().filter(|(_, piece)| piece.side == side && piece.role == role).count();
        (count(Role::Man), count(Role::King))
    }
}
