//! What the browser starts.

fn main() {
    wasm_bindgen_futures::spawn_local(async {
        assert!(damka_web::mount().await, "the words of the page could not be loaded");
    });
}
