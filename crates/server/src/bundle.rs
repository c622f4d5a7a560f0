//! The page as the program embeds it.

/// Every file of the page. Empty in debug builds, which go without (see `crates/damka/build.rs`).
#[derive(Debug, Clone, Copy)]
pub struct Bundle {
    /// Names this state of the files; part of the addresses of all that may be kept for ever.
    pub version: &'static str,
    /// Bytes a browser loads before the first move.
    pub first_load: usize,
    /// The files, by path.
    pub files: &'static [File],
}

/// One file, plain and compressed.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// Relative to where the site is mounted, without a leading slash.
    pub path: &'static str,
    /// For the header `Content-Type`.
    pub media_type: &'static str,
    /// The file itself.
    pub plain: &'static [u8],
    /// Brotli, if that is smaller.
    pub brotli: Option<&'static [u8]>,
    /// Gzip, if that is smaller.
    pub gzip: Option<&'static [u8]>,
}

impl Bundle {
    /// Whether there is a page at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file at a path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The document that every address of the page is answered with.
    pub fn shell(&self) -> Option<&File> {
        self.file("index.html")
    }
}

impl File {
    /// Whether the address names the content, so that it may be kept for ever.
    pub fn is_immutable(&self) -> bool {
        self.path.starts_with("a/")
    }
}

/// A small bundle for the tests of this crate.
#[cfg(test)]
pub(crate) static SAMPLE: Bundle = Bundle {
    version: "0123456789ab",
    first_load: 0,
    files: &[
        File {
            path: "a/0123456789ab/page.wasm",
            media_type: "application/wasm",
            plain: b"plain wasm",
            brotli: Some(b"br"),
            gzip: Some(b"gz"),
        },
        File {
            path: "index.html",
            media_type: "text/html; charset=utf-8",
            plain:
                b"<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\n<base href=\"/\">\n</head>",
            brotli: None,
            gzip: None,
        },
        File {
            path: "sw.js",
            media_type: "text/javascript; charset=utf-8",
            plain: b"//",
            brotli: None,
            gzip: None,
        },
    ],
};
