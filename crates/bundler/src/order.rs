//! The functions of a module in another order: those that resemble each other side by side.
//!
//! A search exists once per variant, so much the same code comes again and again. npm packs with gzip, which looks back 32 KB
//! and would not find it; side by side the engine's module is packed a tenth smaller.

use std::collections::BTreeSet;

use anyhow::{Context, anyhow};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload};

/// So many of the smallest hashes of its windows stand for a function; of so many bytes is a window.
const KEPT: usize = 64;
const WINDOW: usize = 6;
/// With fewer in common two functions are strangers.
const FRIENDS: usize = 3;

/// The same module with its functions in the new order.
pub(crate) fn alike_together(wasm: &[u8]) -> anyhow::Result<Vec<u8>> {
    let (mut imported, mut sketches, mut sizes) = (0, Vec::new(), Vec::new());
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, wasmparser::TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => {
                sketches.push(sketch(body.as_bytes()));
                sizes.push(body.as_bytes().len());
            }
            _ => {}
        }
    }
    let order = chained(&sketches, &sizes);
    let mut places = vec![0; order.len()];
    for (place, &function) in (0..).zip(&order) {
        places[function] = place;
    }
    let mut module = Module::new();
    let mut moved = Moved { imported, order, places };
    moved
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .map_err(|error| anyhow!("{error}"))
        .context("writing a module anew")?;
    Ok(module.finish())
}

/// What stands for a body: two that share most of these are mostly the same.
fn sketch(body: &[u8]) -> Vec<u64> {
    let hash = |window: &[u8]| {
        let joined = window.iter().fold(0, |sum: u64, &byte| sum << 8 | u64::from(byte));
        joined.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    let mut hashes: Vec<u64> = body.windows(WINDOW).map(hash).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes.truncate(KEPT);
    hashes
}

/// How many hashes two sketches share.
fn shared(one: &[u64], other: &[u64]) -> usize {
    one.iter().filter(|hash| other.binary_search(hash).is_ok()).count()
}

/// Goes from each function to the one left that is most like it, or else to the largest.
fn chained(sketches: &[Vec<u64>], sizes: &[usize]) -> Vec<usize> {
    let mut left: BTreeSet<usize> = (0..sizes.len()).collect();
    let mut order = Vec::with_capacity(sizes.len());
    while !left.is_empty() {
        let near = order.last().and_then(|&last: &usize| {
            let likeness = |&at: &usize| (shared(&sketches[last], &sketches[at]), at);
            let best = left.iter().map(likeness).max_by_key(|&(common, at)| {
                (common, std::cmp::Reverse(sizes[at].abs_diff(sizes[last])), std::cmp::Reverse(at))
            });
            best.filter(|(common, _)| *common >= FRIENDS).map(|(_, at)| at)
        });
        let largest = || left.iter().copied().max_by_key(|&at| (sizes[at], std::cmp::Reverse(at)));
        let Some(next) = near.or_else(largest) else { break };
        left.remove(&next);
        order.push(next);
    }
    order
}

/// Writes a module with its functions moved.
struct Moved {
    imported: u32,
    /// Old numbers in the new order, and new numbers in the old one; imports not counted.
    order: Vec<usize>,
    places: Vec<u32>,
}

impl Reencode for Moved {
    type Error = anyhow::Error;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<anyhow::Error>> {
        let Some(own) = function.checked_sub(self.imported) else { return Ok(function) };
        let place = self.places.get(own as usize);
        let unknown = || Error::UserError(anyhow!("there is no function {function}"));
        Ok(self.imported + place.ok_or_else(unknown)?)
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<anyhow::Error>> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for &function in &self.order {
            functions.function(types[function]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<anyhow::Error>> {
        let bodies = section.into_iter().collect::<Result<Vec<FunctionBody<'_>>, _>>()?;
        for function in self.order.clone() {
            self.parse_function_body(code, bodies[function].clone())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{ExportKind, ExportSection, Function, TypeSection};

    use super::*;

    /// Four functions: a long one, a short one, one like the first that calls the second, one like the second.
    fn module() -> Vec<u8> {
        let body = |numbers: std::ops::Range<i32>, calls: Option<u32>| {
            let mut body = Function::new([]);
            for number in numbers {
                body.instructions().i32_const(number * 7919).drop();
            }
            if let Some(other) = calls {
                body.instructions().call(other);
            }
            body.instructions().end();
            body
        };
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let (mut functions, mut code, mut exports) =
            (FunctionSection::new(), CodeSection::new(), ExportSection::new());
        for (at, body) in
            [body(0..100, None), body(500..510, None), body(0..99, Some(1)), body(500..509, Some(2))]
                .iter()
                .enumerate()
        {
            functions.function(0);
            code.function(body);
            exports.export(["a", "b", "c", "d"][at], ExportKind::Func, at as u32);
        }
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&exports).section(&code);
        module.finish()
    }

    /// What is exported under each name: its length, and which function it calls.
    fn seen(wasm: &[u8]) -> Vec<(String, usize, Option<String>)> {
        let (mut names, mut bodies) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.unwrap() {
                Payload::ExportSection(section) => names
                    .extend(section.into_iter().map(|e| e.map(|e| (e.name.to_owned(), e.index)).unwrap())),
                Payload::CodeSectionEntry(body) => bodies.push(body),
                _ => {}
            }
        }
        let called = |body: &FunctionBody<'_>| {
            let mut operators = body.get_operators_reader().unwrap().into_iter();
            operators.find_map(|operator| match operator.unwrap() {
                wasmparser::Operator::Call { function_index } => {
                    names.iter().find(|(_, at)| *at == function_index).map(|(name, _)| name.clone())
                }
                _ => None,
            })
        };
        let one = |(name, at): &(String, u32)| {
            let body = &bodies[*at as usize];
            (name.clone(), body.as_bytes().len(), called(body))
        };
        names.iter().map(one).collect()
    }

    #[test]
    fn what_is_alike_stands_together_and_means_the_same() {
        let before = module();
        let after = alike_together(&before).unwrap();
        assert_eq!(seen(&before), seen(&after));
        let order = |wasm: &[u8]| -> Vec<usize> {
            let bodies = Parser::new(0).parse_all(wasm).filter_map(|payload| match payload.unwrap() {
                Payload::CodeSectionEntry(body) => Some(body.as_bytes().len()),
                _ => None,
            });
            bodies.collect()
        };
        let [a, b, c, d] = order(&before)[..] else { panic!() };
        assert_eq!(order(&after), [a, c, b, d]);
        assert!(alike_together(b"\0asm").is_err());
    }
}
