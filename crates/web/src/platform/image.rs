//! Pictures: an SVG text drawn onto a canvas and taken off again as PNG.

use js_sys::{Array, Promise};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url};

use super::document;

/// Draws an SVG text as a square PNG of this width.
pub async fn png(svg: &str, width: u32) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    let parts = Array::of1(&JsValue::from_str(svg));
    let source =
        Url::create_object_url_with_blob(&Blob::new_with_str_sequence_and_options(&parts, &options)?)?;
    let image = HtmlImageElement::new()?;
    image.set_src(&source);
    let decoded = JsFuture::from(image.decode()).await;
    Url::revoke_object_url(&source)?;
    decoded?;
    let canvas: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
    canvas.set_width(width);
    canvas.set_height(width);
    let context = canvas.get_context("2d")?.ok_or("this browser has no canvas")?;
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let size = f64::from(width);
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, size, size)?;
    let taken = Promise::new(&mut |resolve, reject| {
        let take = Closure::once_into_js(move |blob: Option<Blob>| match blob {
            Some(blob) => resolve.call1(&JsValue::NULL, &blob),
            None => reject.call0(&JsValue::NULL),
        });
        // An exception here rejects the promise by itself.
        let _ = canvas.to_blob(take.unchecked_ref());
    });
    JsFuture::from(taken).await?.dyn_into()
}
