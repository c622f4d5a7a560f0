//! What the browser starts.

fn main() {
    damka_web::mount();
}
