//! The icon: a crowned man on its board, drawn from one list of shapes as SVG and as PNG.

use std::fmt::Write as _;

use crate::{collect::Files, png};

type Point = (f64, f64);
type Colour = [u8; 3];

/// A filled shape in a picture of 100 by 100.
enum Shape {
    Square(Point, f64, Colour),
    Disc(Point, f64, Colour),
    Polygon(&'static [Point], Colour),
}

const LIGHT: Colour = [0xEA, 0xD7, 0xB7];
const DARK: Colour = [0x94, 0x69, 0x4A];
const RIM: Colour = [0x5B, 0x51, 0x4A];
const BLACK: Colour = [0x1E, 0x1A, 0x17];
const GOLD: Colour = [0xFF, 0xC5, 0x3D];
const CROWN: [Point; 7] =
    [(34.0, 62.0), (30.0, 40.0), (42.0, 50.0), (50.0, 34.0), (58.0, 50.0), (70.0, 40.0), (66.0, 62.0)];

/// Everything within 40 of the centre survives a mask of any form.
const SHAPES: [Shape; 8] = [
    Shape::Square((0.0, 0.0), 100.0, DARK),
    Shape::Square((0.0, 0.0), 50.0, LIGHT),
    Shape::Square((50.0, 50.0), 50.0, LIGHT),
    Shape::Disc((50.0, 55.0), 36.0, RIM),
    Shape::Disc((50.0, 50.0), 36.0, RIM),
    Shape::Disc((50.0, 50.0), 33.5, BLACK),
    Shape::Disc((50.0, 50.0), 26.0, [0x2C, 0x26, 0x22]),
    Shape::Polygon(&CROWN, GOLD),
];

/// Adds the icon in the sizes that browsers and home screens ask for.
pub(crate) fn add(files: &mut Files) {
    files.add("icon.svg".into(), svg().into_bytes());
    for size in [180, 192, 512] {
        files.add(format!("icon-{size}.png"), png::encode(size, &pixels(size, 1.0)));
    }
    // A masked icon may lose everything outside a circle of 80 %: draw it a little smaller.
    files.add("icon-mask-512.png".into(), png::encode(512, &pixels(512, 0.9)));
}

fn svg() -> String {
    let mut text = String::from(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">"#);
    for shape in &SHAPES {
        let [r, g, b] = shape.colour();
        let fill = format!("#{r:02X}{g:02X}{b:02X}");
        let written = match shape {
            Shape::Square((x, y), side, _) => {
                write!(text, r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>"#)
            }
            Shape::Disc((x, y), r, _) => write!(text, r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"/>"#),
            Shape::Polygon(points, _) => {
                let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                write!(text, r#"<polygon points="{}" fill="{fill}"/>"#, points.join(" "))
            }
        };
        written.expect("a string takes every character");
    }
    text + "</svg>"
}

/// The picture in pixels; each is the mean of 4 by 4 samples. `scale` shrinks it towards the centre,
/// the board going on beyond its edge.
fn pixels(size: u32, scale: f64) -> Vec<u8> {
    const SAMPLES: u32 = 4;
    let place = |pixel: u32, sample: u32| {
        let at = (f64::from(pixel) + (f64::from(sample) + 0.5) / f64::from(SAMPLES)) / f64::from(size);
        ((at * 100.0 - 50.0) / scale + 50.0).clamp(0.0, 99.99)
    };
    let mut pixels = Vec::with_capacity((size * size * 3) as usize);
    for y in 0..size {
        for x in 0..size {
            let mut sum = [0u32; 3];
            for sample in 0..SAMPLES * SAMPLES {
                let point = (place(x, sample % SAMPLES), place(y, sample / SAMPLES));
                let colour = colour_at(point);
                (0..3).for_each(|i| sum[i] += u32::from(colour[i]));
            }
            pixels.extend(sum.map(|s| (s / (SAMPLES * SAMPLES)) as u8));
        }
    }
    pixels
}

fn colour_at(point: Point) -> Colour {
    SHAPES.iter().rev().find(|shape| shape.covers(point)).map_or(DARK, Shape::colour)
}

impl Shape {
    fn colour(&self) -> Colour {
        match self {
            Self::Square(.., colour) | Self::Disc(.., colour) | Self::Polygon(.., colour) => *colour,
        }
    }

    fn covers(&self, (x, y): Point) -> bool {
        match self {
            Self::Square((left, top), side, _) => {
                (*left..left + side).contains(&x) && (*top..top + side).contains(&y)
            }
            Self::Disc((cx, cy), r, _) => (x - cx).powi(2) + (y - cy).powi(2) <= r * r,
            Self::Polygon(points, _) => {
                // Even-odd rule: count the edges a ray to the right crosses.
                let next = points.iter().cycle().skip(1);
                let crossed = points.iter().zip(next).filter(|((ax, ay), (bx, by))| {
                    (ay > &y) != (by > &y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
                });
                crossed.count() % 2 == 1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shapes_are_where_they_should_be() {
        for (point, expected) in [
            ((1.0, 1.0), LIGHT),
            ((99.0, 1.0), DARK),
            ((50.0, 45.0), GOLD),
            ((50.0, 72.0), [0x2C, 0x26, 0x22]),
            ((50.0, 90.0), RIM),
        ] {
            assert_eq!(colour_at(point), expected, "{point:?}");
        }
    }

    #[test]
    fn a_png_begins_and_ends_as_one() {
        let file = png::encode(16, &pixels(16, 1.0));
        assert!(file.starts_with(b"\x89PNG") && file.ends_with(b"IEND\xAE\x42\x60\x82"));
    }
}
