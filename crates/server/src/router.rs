//! Requests to answers, apart from any port.

use std::io::Write as _;

use axum::{
    Router,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::Response,
    routing::get,
};
use damka_wire::place::Place;
use flate2::{Compression, write::GzEncoder};

use crate::{
    bundle::{Bundle, File},
    easel::Easel,
    headers,
    negotiate::{Coding, allows},
    share,
};

/// What a debug build has to say instead of a page.
const NO_PAGE: &str = "<!doctype html><meta charset=\"utf-8\"><title>Damka</title>\
    <p>This is a debug build, which goes without the page. Run <code>cargo run --release</code>, \
    or build with <code>DAMKA_BUNDLE=quick</code> in the environment.</p>";

/// A previewed link stays as it is; its picture may be drawn better some day.
const PICTURE_KEPT: &str = "public, max-age=86400";

/// What is served.
#[derive(Clone)]
struct Site {
    bundle: &'static Bundle,
    /// Is it known to the world by https?
    secure: bool,
    easel: Easel,
}

/// The whole server as a function from requests to answers; `secure` if people reach it by https.
pub fn app(bundle: &'static Bundle, secure: bool) -> Router {
    Router::new().fallback(get(answer)).with_state(Site { bundle, secure, easel: Easel::new() })
}

async fn answer(State(site): State<Site>, uri: Uri, asked: HeaderMap) -> Response {
    let (bundle, path) = (site.bundle, uri.path().trim_start_matches('/'));
    if let Some(wanted) = share::pictured(&uri) {
        return picture(&site.easel, wanted).await;
    }
    let mut response = match bundle.file(path) {
        Some(file) if file.path != "index.html" => send(file, StatusCode::OK, &asked),
        // A file that is gone must not be answered with a document: old pages would take it for theirs.
        _ if path.starts_with("a/") => text(StatusCode::NOT_FOUND, "there is no such file"),
        _ => page(&site, &uri, &asked),
    };
    headers::secure(response.headers_mut());
    // The way in for people nearby is a secret.
    let path = if uri.path().starts_with("/nearby/") { "/nearby/..." } else { uri.path() };
    tracing::debug!(path, status = response.status().as_u16(), "answered");
    response
}

/// The shell, whatever the address: the page itself says what is wrong with an unknown one. Another way of writing
/// an address is sent to the usual one.
fn page(site: &Site, uri: &Uri, asked: &HeaderMap) -> Response {
    let path = uri.path();
    let (place, trouble) = Place::parse(path, "");
    let status = if trouble.is_none() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let usual = place.address();
    if trouble.is_none() && path.trim_matches('/') != usual {
        return moved(&usual, uri.query());
    }
    match site.bundle.shell() {
        Some(shell) => {
            let mut response = send(shell, status, asked);
            if let Some(tags) = share::tags(uri, asked, site.secure) {
                tell_more(&mut response, shell, &tags, asked);
            }
            response
        }
        None => {
            let mut response = text(status, NO_PAGE);
            let html = HeaderValue::from_static("text/html; charset=utf-8");
            response.headers_mut().insert(header::CONTENT_TYPE, html);
            response
        }
    }
}

/// Puts tags into the head of the shell, which then is no longer the file that was compressed.
fn tell_more(response: &mut Response, shell: &File, tags: &str, asked: &HeaderMap) {
    const END: &[u8] = b"</head>";
    let Some(at) = shell.plain.windows(END.len()).position(|part| part == END) else { return };
    let (head, rest) = shell.plain.split_at(at);
    let whole = [head, tags.as_bytes(), rest].concat();
    let packed = allows(accepted(asked), "gzip").then(|| gzip(&whole)).flatten();
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language, host"));
    match packed {
        Some(_) => headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip")),
        None => headers.remove(header::CONTENT_ENCODING),
    };
    *response.body_mut() = Body::from(packed.unwrap_or(whole));
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).ok()
}

/// A picture of a position, for programs that show links.
async fn picture(easel: &Easel, wanted: Result<damka_rules::Game, String>) -> Response {
    let mut response = match wanted {
        Err(reason) => text(StatusCode::NOT_FOUND, reason),
        Ok(game) => match easel.picture(*game.position()).await {
            None => text(StatusCode::SERVICE_UNAVAILABLE, "too many pictures are being drawn"),
            Some(png) => {
                let mut response = Response::new(Body::from(png));
                let headers = response.headers_mut();
                headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
                headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(PICTURE_KEPT));
                response
            }
        },
    };
    headers::secure(response.headers_mut());
    // Made to be shown elsewhere.
    let anybody = HeaderValue::from_static("cross-origin");
    response.headers_mut().insert("cross-origin-resource-policy", anybody);
    response
}

/// To an address relative to the site, what was asked for besides kept.
fn moved(address: &str, query: Option<&str>) -> Response {
    let target = match query {
        None => format!("/{address}"),
        Some(query) if address.contains('?') => format!("/{address}&{query}"),
        Some(query) => format!("/{address}?{query}"),
    };
    let mut response = text(StatusCode::PERMANENT_REDIRECT, "this address is written otherwise");
    // What came as a header value, a query, fits into one.
    if let Ok(target) = HeaderValue::from_str(&target) {
        response.headers_mut().insert(header::LOCATION, target);
    }
    response
}

fn send(file: &'static File, status: StatusCode, asked: &HeaderMap) -> Response {
    let (body, coding) = match (Coding::best(accepted(asked)), file.brotli, file.gzip) {
        (Coding::Brotli, Some(brotli), _) => (brotli, Some("br")),
        (Coding::Brotli | Coding::Gzip, _, Some(gzip)) => (gzip, Some("gzip")),
        _ => (file.plain, None),
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keeping(file)));
    if file.brotli.is_some() || file.gzip.is_some() {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if let Some(coding) = coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

/// The codings a request accepts.
fn accepted(asked: &HeaderMap) -> &str {
    asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// How long a browser may keep a file.
fn keeping(file: &File) -> &'static str {
    match file.path {
        _ if file.is_immutable() => "public, max-age=31536000, immutable",
        "index.html" => "no-store",
        _ => "no-cache",
    }
}

fn text(status: StatusCode, text: impl Into<Bytes>) -> Response {
    let mut response = Response::new(Body::from(text.into()));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use axum::http::{Method, Request};
    use http_body_util::BodyExt as _;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::{TcpListener, TcpStream},
    };
    use tower::ServiceExt as _;

    use super::*;
    use crate::bundle::SAMPLE;

    async fn ask(method: Method, path: &str, accept: &str) -> (u16, HeaderMap, Vec<u8>) {
        let request = Request::builder().method(method).uri(path).header("accept-encoding", accept);
        let response = app(&SAMPLE, false).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        (parts.status.as_u16(), parts.headers, body.collect().await.unwrap().to_bytes().to_vec())
    }

    /// path, accepted codings; status, content type, cache control, content coding
    const CASES: [(&str, &str, u16, &str, &str, &str); 11] = [
        ("/", "br", 200, "text/html", "no-store", ""),
        ("/russian", "", 200, "text/html", "no-store", ""),
        ("/russian?fen=x", "", 200, "text/html", "no-store", ""),
        ("/russian/lesson/", "", 200, "text/html", "no-store", ""),
        ("/chess", "", 404, "text/html", "no-store", ""),
        ("/index.html", "", 404, "text/html", "no-store", ""),
        ("/a/0123456789ab/page.wasm", "gzip, br", 200, "application/wasm", "immutable", "br"),
        ("/a/0123456789ab/page.wasm", "gzip", 200, "application/wasm", "immutable", "gzip"),
        ("/a/0123456789ab/page.wasm", "", 200, "application/wasm", "immutable", ""),
        ("/a/ba9876543210/page.wasm", "", 404, "text/plain", "no-store", ""),
        ("/sw.js", "", 200, "text/javascript", "no-cache", ""),
    ];

    #[tokio::test]
    async fn every_address_has_its_answer() {
        for (path, accept, status, media_type, cache, coding) in CASES {
            let (got, headers, _) = ask(Method::GET, path, accept).await;
            let header = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap());
            assert_eq!(got, status, "{path}");
            assert!(header("content-type").starts_with(media_type), "{path}: {}", header("content-type"));
            assert!(header("cache-control").contains(cache), "{path}: {}", header("cache-control"));
            assert_eq!(header("content-encoding"), coding, "{path} {accept}");
            assert!(header("content-security-policy").contains("'wasm-unsafe-eval'"), "{path}");
            assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        }
    }

    /// However an address is written, there is one page of it.
    #[tokio::test]
    async fn other_ways_of_writing_lead_to_the_usual_one() {
        for (path, location) in [
            ("/Russian", "/russian"),
            ("/RUSSIAN/lesson", "/russian/lesson"),
            ("/russian+optional-capture", "/russian?rules=optional-capture"),
            ("/russian+optional-capture?touch=1&fen=x", "/russian?rules=optional-capture&touch=1&fen=x"),
            ("/Thai?clock=300%2B3", "/thai?clock=300%2B3"),
        ] {
            let (status, headers, _) = ask(Method::GET, path, "").await;
            assert_eq!((status, headers["location"].to_str().unwrap()), (308, location), "{path}");
            assert_eq!(ask(Method::GET, location, "").await.0, 200, "{location}");
        }
    }

    /// With these a browser lets page and worker share memory.
    #[tokio::test]
    async fn the_page_is_isolated() {
        let (_, headers, _) = ask(Method::GET, "/russian", "").await;
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin");
        assert_eq!(headers["cross-origin-embedder-policy"], "require-corp");
    }

    /// Asks a server that listens on a port, as a crawler would: the head and the body of its answer.
    async fn crawl(address: SocketAddr, path: &str, accept: &str) -> (String, Vec<u8>) {
        let mut line = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept-Encoding: {accept}\r\nConnection: close\r\n\r\n"
        );
        line.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        line.read_to_end(&mut answer).await.unwrap();
        let end = answer.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
        let body = answer.split_off(end + 4);
        (String::from_utf8(answer).unwrap().to_ascii_lowercase(), body)
    }

    /// A crawler is told what a link leads to, and finds the picture where it is told to look.
    #[tokio::test]
    async fn links_are_previewed() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(axum::serve(listener, app(&SAMPLE, false)).into_future());
        let (_, html) = crawl(address, "/russian?fen=B:Wc3,Ke1:Bf6,b8", "").await;
        let html = String::from_utf8(html).unwrap();
        assert!(html.contains("og:description\" content=\"Black to move.\""), "{html}");
        let (_, rest) = html.split_once(&format!("og:image\" content=\"http://{address}")).unwrap();
        let (picture, _) = rest.split_once('"').unwrap();
        let (head, png) = crawl(address, &picture.replace("&amp;", "&"), "").await;
        assert!(head.starts_with("http/1.1 200"), "{picture}: {head}");
        for line in [
            "content-type: image/png",
            "cross-origin-resource-policy: cross-origin",
            "content-security-policy:",
        ] {
            assert!(head.contains(line), "{line}: {head}");
        }
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        let (head, _) = crawl(address, "/picture/russian.png?fen=nonsense", "").await;
        assert!(head.starts_with("http/1.1 404"), "{head}");
        // What browsers get is compressed all the same.
        let (head, packed) = crawl(address, "/russian", "gzip, br").await;
        assert!(head.contains("content-encoding: gzip") && packed.starts_with(&[0x1f, 0x8b]), "{head}");
    }

    #[tokio::test]
    async fn only_reading_is_allowed() {
        assert_eq!(ask(Method::POST, "/", "").await.0, 405);
        let (status, headers, body) = ask(Method::HEAD, "/", "").await;
        assert_eq!((status, body.len()), (200, 0));
        assert!(headers.contains_key("content-type"));
    }

    #[tokio::test]
    async fn a_build_without_a_page_says_so() {
        static NOTHING: Bundle = Bundle { version: "", first_load: 0, files: &[] };
        let request = Request::builder().uri("/").body(Body::empty()).unwrap();
        let response = app(&NOTHING, false).oneshot(request).await.unwrap();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        assert!(String::from_utf8_lossy(&body).contains("cargo run --release"));
    }
}
