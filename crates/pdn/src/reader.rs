//! Reads the games of a file one at a time.

use std::io::{self, Read};

use crate::builder::Builder;
use crate::encoding::Charset;
use crate::game::{Action, Game};
use crate::lexer::Lexer;
use crate::limits::Limits;
use crate::place::{Place, Reason, Skipped};
use crate::score::Score;
use crate::token::{Gap, Token};

/// Reads games from anything, a file or standard input, holding one of them in memory at a time.
///
/// What cannot be used is skipped and reported in [`Game::skipped`]; only input errors end the reading
/// early. Games end at their result, at `*`, at the first tag behind moves, at a tag that the header
/// already has, and at a move number 1 that follows an empty line.
///
/// ```
/// let text = "[White \"Абациев\"]\n1. c3-d4 d6-c5 {sharp} 2. b2-c3 (2. d4:b6 a7:c5) f6-g5 2-0\n";
/// let games: Vec<_> = damka_pdn::Reader::new(text.as_bytes()).collect::<Result<_, _>>().unwrap();
/// assert_eq!(games.len(), 1);
/// assert_eq!(games[0].moves().map(|text| text.to_string()).collect::<Vec<_>>(), ["c3-d4", "d6-c5", "b2-c3", "f6-g5"]);
/// assert_eq!(games[0].line.steps[2].variations[0].moves().count(), 2);
/// assert_eq!(games[0].score().unwrap().to_string(), "2-0");
/// ```
pub struct Reader<R> {
    lexer: Lexer<R>,
    limits: Limits,
    keep_words: bool,
    /// A token that turned out to belong to the next game.
    ahead: Option<(Token, Place, Gap)>,
    leftover: Vec<Skipped>,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// A reader that finds out the encoding by itself.
    pub fn new(inner: R) -> Reader<R> {
        Reader::with_options(inner, None, Limits::default())
    }

    /// A reader for a given encoding and given limits.
    pub fn with_options(inner: R, charset: Option<Charset>, limits: Limits) -> Reader<R> {
        let lexer = Lexer::new(inner, charset, limits.comment);
        Reader { lexer, limits, keep_words: false, ahead: None, leftover: Vec::new(), ended: false }
    }

    /// Makes comments of words that are no moves and of brackets that are no tags, so that a file written
    /// again holds them. They are still reported in [`Game::skipped`].
    ///
    /// ```
    /// let reader = damka_pdn::Reader::new(&b"1. c3-d4 what now? d6-c5 *"[..]).keep_words();
    /// let game = reader.last().unwrap().unwrap();
    /// assert_eq!(game.skipped.len(), 1);
    /// assert_eq!(damka_pdn::to_pdn(&game).unwrap(), "1. c3-d4 {what now?} 1... d6-c5 *\n");
    /// ```
    #[must_use]
    pub fn keep_words(mut self) -> Reader<R> {
        self.keep_words = true;
        self
    }

    /// How many bytes have been read: for a progress bar.
    pub fn offset(&self) -> u64 {
        self.lexer.offset()
    }

    /// The encoding as far as it is known: UTF-8 until something is found that is not.
    pub fn charset(&self) -> Charset {
        self.lexer.charset()
    }

    /// What was skipped outside all games. Complete once the last game has been read; what is skipped
    /// before a game is reported with that game.
    pub fn leftover(&self) -> &[Skipped] {
        &self.leftover
    }

    fn read_game(&mut self) -> io::Result<Option<Game>> {
        while !self.ended {
            let mut left = Vec::new();
            let game = self.build(&mut left)?;
            if game.is_some() {
                return Ok(game);
            }
            let room = self.limits.reports.saturating_sub(self.leftover.len());
            self.leftover.extend(left.into_iter().take(room));
        }
        Ok(None)
    }

    fn build(&mut self, left: &mut Vec<Skipped>) -> io::Result<Option<Game>> {
        let mut builder = Builder::new(self.limits, self.keep_words);
        loop {
            let (token, at, gap) = self.token()?;
            builder.add_reports(self.lexer.take_reports());
            if let Token::Word(text) = &token {
                builder.word(at, text);
                continue;
            }
            builder.end_words();
            match token {
                Token::End => {
                    self.ended = true;
                    return Ok(builder.finish(at, None, left));
                }
                Token::Tag(tag) if builder.is_next_header(&tag.name, gap == Gap::Blank) => {
                    self.ahead = Some((Token::Tag(tag), at, gap));
                    return Ok(builder.finish(at, None, left));
                }
                Token::Tag(tag) => builder.tag(at, tag),
                Token::Number(number) => {
                    let restarts = number.number == 1 && !number.second && gap == Gap::Blank;
                    if restarts && builder.last_number() > 1 && !builder.in_variation() && builder.has_body()
                    {
                        self.ahead = Some((Token::Number(number), at, gap));
                        return Ok(builder.finish(at, None, left));
                    }
                    builder.number(at, number);
                }
                Token::Score(score) if builder.in_variation() && !self.lexer.game_ends()? => {
                    // The outcome of an analysis, not of the game.
                    if score != Score::Open {
                        builder.comment(at, score.to_string());
                    }
                }
                Token::Score(score) if builder.has_game() => {
                    self.trailing_comment(&mut builder)?;
                    return Ok(builder.finish(at, Some(score), left));
                }
                Token::Score(score) => builder.report(at, Reason::StrayResult(score.to_string())),
                Token::Ellipsis => builder.ellipsis(),
                Token::Move(text) => builder.step(at, Action::Move(text)),
                Token::Unknown => builder.step(at, Action::Unknown),
                Token::Setup(fen) => builder.step(at, Action::Setup(fen)),
                Token::Strength(strength) => builder.strength(at, strength),
                Token::Nag(nag) => builder.nag(at, nag),
                Token::Comment(text) => builder.comment(at, text),
                Token::Open => builder.open(at),
                Token::Close => builder.close(at),
                Token::Word(_) => {}
            }
        }
    }

    /// `1-0 {White resigned}`: the comment is still about this game.
    fn trailing_comment(&mut self, builder: &mut Builder) -> io::Result<()> {
        while self.lexer.comment_follows()? {
            let (token, at) = self.lexer.next()?;
            builder.add_reports(self.lexer.take_reports());
            if let Token::Comment(text) = token {
                builder.comment(at, text);
            }
        }
        Ok(())
    }

    fn token(&mut self) -> io::Result<(Token, Place, Gap)> {
        match self.ahead.take() {
            Some(ahead) => Ok(ahead),
            None => self.lexer.next().map(|(token, at)| (token, at, self.lexer.gap())),
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<io::Result<Game>> {
        let game = self.read_game();
        self.ended |= game.is_err();
        game.transpose()
    }
}
