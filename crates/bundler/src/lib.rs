//! Packs the page's WebAssembly into compressed, hashed assets.
