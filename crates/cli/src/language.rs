//! The language sentences are told in.

use clap::ValueEnum;
use damka_explain::Catalogue;

/// A language of the catalogues.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum Language {
    /// English
    #[default]
    En,
    /// Russian
    Ru,
    /// Armenian
    Hy,
}

impl Language {
    /// Its sentences.
    pub(crate) fn catalogue(self) -> Catalogue {
        let tag = match self {
            Language::En => "en",
            Language::Ru => "ru",
            Language::Hy => "hy",
        };
        damka_explain::catalogue(tag).expect("the built-in catalogues are complete: a test reads them")
    }
}
