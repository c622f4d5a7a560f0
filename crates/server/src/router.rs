//! Requests to answers, apart from any port.

use axum::{
    Router,
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::Response,
    routing::get,
};
use damka_wire::place::Place;

use crate::{
    bundle::{Bundle, File},
    headers,
    negotiate::Coding,
};

/// What a debug build has to say instead of a page.
const NO_PAGE: &str = "<!doctype html><meta charset=\"utf-8\"><title>Damka</title>\
    <p>This is a debug build, which goes without the page. Run <code>cargo run --release</code>, \
    or build with <code>DAMKA_BUNDLE=quick</code> in the environment.</p>";

/// The whole server as a function from requests to answers.
pub fn app(bundle: &'static Bundle) -> Router {
    Router::new().fallback(get(answer)).with_state(bundle)
}

async fn answer(State(bundle): State<&'static Bundle>, uri: Uri, asked: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let mut response = match bundle.file(path) {
        Some(file) if file.path != "index.html" => send(file, StatusCode::OK, &asked),
        // A file that is gone must not be answered with a document: old pages would take it for theirs.
        _ if path.starts_with("a/") => text(StatusCode::NOT_FOUND, "there is no such file"),
        _ => page(bundle, &uri, &asked),
    };
    headers::secure(response.headers_mut());
    // The way in for people nearby is a secret.
    let path = if uri.path().starts_with("/nearby/") { "/nearby/..." } else { uri.path() };
    tracing::debug!(path, status = response.status().as_u16(), "answered");
    response
}

/// The shell, whatever the address: the page itself says what is wrong with an unknown one. Another way of writing
/// an address is sent to the usual one.
fn page(bundle: &'static Bundle, uri: &Uri, asked: &HeaderMap) -> Response {
    let path = uri.path();
    let (place, trouble) = Place::parse(path, "");
    let status = if trouble.is_none() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let usual = place.address();
    if trouble.is_none() && path.trim_matches('/') != usual {
        return moved(&usual, uri.query());
    }
    match bundle.shell() {
        Some(shell) => send(shell, status, asked),
        None => {
            let mut response = text(status, NO_PAGE);
            let html = HeaderValue::from_static("text/html; charset=utf-8");
            response.headers_mut().insert(header::CONTENT_TYPE, html);
            response
        }
    }
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
    let accept = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (body, coding) = match (Coding::best(accept), file.brotli, file.gzip) {
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

/// How long a browser may keep a file.
fn keeping(file: &File) -> &'static str {
    match file.path {
        _ if file.is_immutable() => "public, max-age=31536000, immutable",
        "index.html" => "no-store",
        _ => "no-cache",
    }
}

fn text(status: StatusCode, text: &'static str) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, Request};
    use http_body_util::BodyExt as _;
    use tower::ServiceExt as _;

    use super::*;
    use crate::bundle::SAMPLE;

    async fn ask(method: Method, path: &str, accept: &str) -> (u16, HeaderMap, Vec<u8>) {
        let request = Request::builder().method(method).uri(path).header("accept-encoding", accept);
        let response = app(&SAMPLE).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
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
        let response = app(&NOTHING).oneshot(request).await.unwrap();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        assert!(String::from_utf8_lossy(&body).contains("cargo run --release"));
    }
}
