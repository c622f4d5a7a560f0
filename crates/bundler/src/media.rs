//! Media types by file name, and which of them are worth compressing.

/// The media type of a file, as the server sends it.
pub(crate) fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// Whether compression gains anything: pictures and fonts are compressed already.
pub(crate) fn compressible(path: &str) -> bool {
    !matches!(media_type(path), "image/png" | "image/webp" | "font/woff2")
}
