//! Playing on a terminal: a painted board, arrow keys, the mouse, typed moves.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use anyhow::Result;
use crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use crossterm::style::{Color, Print, ResetColor, SetBackgroundColor, SetForegroundColor};
use crossterm::{cursor, execute, queue, terminal};
use damka_engine::{Options, Report};
use damka_rules::{Role, Side, Square};

use super::hand::{Hand, Pressed};
use super::lines::hint;
use super::paint::{Canvas, Frame, View, paint};
use super::table::{Answer, Table};
use super::wish::Wish;
use crate::board;
use crate::thinker::{Said, Thinker};

/// How often the engine is asked what it has found while nobody presses a key.
const TICK: Duration = Duration::from_millis(40);

/// Plays until the person leaves.
pub(super) fn play(table: Table, options: Options) -> Result<ExitCode> {
    let _restored_at_the_end = Terminal::enter()?;
    let (tell, said) = mpsc::channel();
    let thinker = Thinker::new(options, move |word| {
        // Nobody listens any more once the game is left.
        let _ = tell.send(word);
    });
    let mut screen = Screen::new(table, thinker, said);
    loop {
        screen.let_the_computer_move();
        screen.draw()?;
        if event::poll(TICK)? && !screen.handle(event::read()?) {
            return Ok(ExitCode::SUCCESS);
        }
        screen.listen();
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

/// Why the engine is thinking.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Purpose {
    Move,
    Hint,
    /// Not wanted any more.
    Nothing,
}

struct Screen {
    table: Table,
    thinker: Thinker,
    said: Receiver<Said>,
    cursor: Square,
    hand: Hand,
    hint: Vec<Square>,
    prompt: String,
    message: String,
    /// A text in place of the panel, until the next key.
    notice: Option<String>,
    thinking: Option<Purpose>,
    info: Option<Report>,
    frame: Option<Frame>,
    painted: Option<(u16, u16, Vec<super::paint::Cell>)>,
}

impl Screen {
    fn new(table: Table, thinker: Thinker, said: Receiver<Said>) -> Screen {
        // A piece that can move is a good place to begin.
        let home = table.game.routes().first().map_or(Square::new(1), damka_rules::Route::from);
        Screen {
            table,
            thinker,
            said,
            cursor: home,
            hand: Hand::default(),
            hint: Vec::new(),
            prompt: String::new(),
            message: "Use the arrow keys and Enter, the mouse, or type a move. Type help for more.".into(),
            notice: None,
            thinking: None,
            info: None,
            frame: None,
            painted: None,
        }
    }

    fn let_the_computer_move(&mut self) {
        if self.thinking.is_none() && self.table.is_computers_turn() {
            self.begin_move();
        }
    }

    fn begin_move(&mut self) {
        let (limits, level, seed) = (self.table.limits(), self.table.level, self.table.seed());
        self.thinker.play(&self.table.game, limits, level, seed);
        self.thinking = Some(Purpose::Move);
        self.info = None;
    }

    /// Takes what the engine has said.
    fn listen(&mut self) {
        while let Ok(said) = self.said.try_recv() {
            match said {
                Said::Info(report) => self.info = Some(report),
                Said::Done(report) => match self.thinking.take() {
                    Some(Purpose::Move) => self.computer_moved(&report),
                    Some(Purpose::Hint) => self.hinted(&report),
                    Some(Purpose::Nothing) | None => {}
                },
            }
        }
    }

    fn computer_moved(&mut self, report: &Report) {
        self.hand.clear();
        self.hint.clear();
        match self.table.computer_moved(report) {
            Some(text) => self.message = format!("Damka plays {text}"),
            None => self.message = "the engine has no move; this is a bug in Damka".into(),
        }
    }

    fn hinted(&mut self, report: &Report) {
        if let Some(route) = report.best() {
            self.message = format!("hint: {} ({})", self.table.game.position().write(route), report.score);
            self.hint = route.stops().to_vec();
        }
    }

    /// The position has changed under the engine: what it finds is of no use.
    fn forget_thinking(&mut self) {
        if self.thinking.is_some() {
            self.thinker.stop();
            self.thinking = Some(Purpose::Nothing);
        }
        self.info = None;
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
                self.hand.clear();
                // An impatient person gets the move found so far.
                if self.thinking.is_some() {
                    self.thinker.stop();
                }
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
        if self.table.is_computers_turn() && matches!(wish, Wish::Move(_) | Wish::Resign | Wish::Draw) {
            self.message = "it is the computer's turn; press Esc to make it move now".into();
            return true;
        }
        match self.table.wish(wish) {
            Answer::Say(text) => self.message = text,
            Answer::Show(text) => self.notice = Some(text),
            Answer::Changed => self.changed(),
            Answer::Hint => {
                if self.thinking.is_none() {
                    self.thinker.think(&self.table.game, hint(&self.table));
                    self.thinking = Some(Purpose::Hint);
                    self.message = "looking for a hint ...".into();
                }
            }
            Answer::Go => {
                if self.thinking.is_none() {
                    self.begin_move();
                }
            }
            Answer::Quit => return false,
        }
        true
    }

    fn changed(&mut self) {
        self.forget_thinking();
        self.hand.clear();
        self.hint.clear();
        self.message.clear();
    }

    fn press(&mut self, square: Square) {
        if self.table.game.ending().is_some() || self.table.is_computers_turn() {
            self.message = match self.table.game.ending() {
                Some(_) => "the game is over; type new to start another".into(),
                None => "it is the computer's turn; press Esc to make it move now".into(),
            };
            return;
        }
        match self.hand.press(&mut self.table.game, square) {
            Pressed::More(text) => self.message = text,
            Pressed::No(text) => self.message = text,
            Pressed::Play(route) => match self.table.play_route(&route) {
                Answer::Say(text) => self.message = text,
                _ => self.changed(),
            },
        }
    }

    /// Moves the cursor to the nearest playable square in that direction, as it is seen.
    fn step(&mut self, down: isize, right: isize) {
        let grid = self.table.game.position().grid();
        let turn = if self.table.flipped { -1 } else { 1 };
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
        let game = &self.table.game;
        let last = game.moves().last().map_or_else(Vec::new, |played| played.route.stops().to_vec());
        let mut must: Vec<Square> = Vec::new();
        if game.ending().is_none() && game.position().can_capture() && !self.table.is_computers_turn() {
            must =
                game.routes().iter().filter(|route| route.is_capture()).map(|route| route.from()).collect();
        }
        let panel = self.panel(usize::from(height).saturating_sub(6));
        let view = View {
            pos: game.position(),
            flipped: self.table.flipped,
            colourless: board::is_colourless(),
            cursor: self.cursor,
            selected: &self.hand.stops,
            targets: &self.hand.targets(game),
            must: &must,
            last: &last,
            hint: &self.hint,
            panel: &panel,
            message: &self.message,
            prompt: &self.prompt,
        };
        let canvas = paint(&view, width.into(), height.into());
        self.frame = Some(Frame::fit(game.position(), self.table.flipped, width.into(), height.into()));
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
        let game = &self.table.game;
        let mut lines = vec![format!("Damka: {}", game.variant()), String::new()];
        for side in [Side::Black, Side::White] {
            let (men, kings) = self.count(side);
            lines.push(format!("{} {}", board::side_name(side), self.table.player(side)));
            lines.push(format!("  {men} men, {kings} kings"));
        }
        lines.extend([String::new(), self.table.status()]);
        lines.extend(self.table.opening());
        lines.extend(self.table.countdown());
        lines.push(match (&self.info, self.thinking) {
            (Some(info), Some(Purpose::Move | Purpose::Hint)) => {
                format!("thinking: depth {}, {}", info.depth, info.score)
            }
            (None, Some(Purpose::Move | Purpose::Hint)) => "thinking ...".into(),
            _ => String::new(),
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
        let pieces = self.table.game.position().to_setup().pieces;
        let count =
            |role: Role| pieces.iter().filter(|(_, piece)| piece.side == side && piece.role == role).count();
        (count(Role::Man), count(Role::King))
    }
}
