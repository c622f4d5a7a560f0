//! The headers every answer carries.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// What the page may do: only its own files, WebAssembly, and pictures it draws itself. The engine's worker looks at
/// addresses the page made (`blob:`) to learn whether it should go on.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self' data: blob:; \
     connect-src 'self' blob:; worker-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'";

const PERMISSIONS: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()";

/// Adds the security headers.
pub(crate) fn secure(headers: &mut HeaderMap) {
    let policy = format!("{POLICY}; frame-ancestors 'none'");
    let policy = HeaderValue::from_str(&policy).expect("the policy is plain ASCII");
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS),
        // Together these isolate the page, which may then share memory with its worker.
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
