//! What the browser starts: the page with its rooms.

fn main() {
    wasm_bindgen_futures::spawn_local(async {
        assert!(damka_web::mount(damka_rooms::DOORS).await, "the words of the page could not be loaded");
    });
}
