//! A file written beside its place and put there once it is complete, so that nothing is destroyed on the way.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file in the making.
pub(crate) struct Draft {
    out: BufWriter<File>,
    /// Where it is and where it shall be; `None` for what is no plain file, which is written to directly.
    beside: Option<(PathBuf, PathBuf)>,
}

impl Draft {
    /// Begins a file. What stands in its place stays until [`Draft::finish`].
    pub(crate) fn create(path: impl AsRef<Path>) -> io::Result<Draft> {
        // A link stays a link.
        let place = fs::canonicalize(&path).unwrap_or_else(|_| path.as_ref().to_owned());
        let about = fs::metadata(&place).ok();
        if about.as_ref().is_some_and(|about| !about.is_file()) {
            let file = OpenOptions::new().write(true).open(&place)?;
            return Ok(Draft { out: BufWriter::new(file), beside: None });
        }
        let name = place.file_name().ok_or_else(|| io::Error::other("is not the name of a file"))?;
        let beside = place.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
        let file = File::create(&beside)?;
        if let Some(about) = about {
            // Who may read it is a courtesy; without it the file is written all the same.
            let _ = fs::set_permissions(&beside, about.permissions());
        }
        Ok(Draft { out: BufWriter::new(file), beside: Some((beside, place)) })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        match self.beside.take() {
            Some((beside, place)) => fs::rename(&beside, &place).inspect_err(|_| {
                let _ = fs::remove_file(&beside);
            }),
            None => Ok(()),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Draft {
    /// An unfinished draft leaves nothing behind.
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.beside {
            let _ = fs::remove_file(beside);
        }
    }
}
