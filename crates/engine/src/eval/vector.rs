//! A vector of small numbers, and the one thing that is done with it all the time: some are added up, and a score is made
//! of the sum.
//!
//! WebAssembly is told which instructions to use: what links its modules, asked for small ones, turns no loop into them by
//! itself, and number by number the network took more than half of the page's time.

/// Numbers in a vector.
pub const WIDTH: usize = 64;
/// What is 1 in a vector.
pub const ONE: i32 = 255;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(super) use self::plain::Vector;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use self::wide::Vector;

/// For processors whose compiler sees by itself that many numbers can be added at a time.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod plain {
    use super::{ONE, WIDTH};

    /// Begins where a line of the cache does: half as much again would be fetched otherwise.
    #[derive(Copy, Clone, Debug)]
    #[repr(align(64))]
    pub(in super::super) struct Vector([i16; WIDTH]);

    impl Vector {
        pub(in super::super) fn new(numbers: [i16; WIDTH]) -> Vector {
            Vector(numbers)
        }

        pub(in super::super) fn numbers(&self) -> [i16; WIDTH] {
            self.0
        }

        /// What comes of the inputs of a position. The same for all games, so it is compiled once, on a PC once more for
        /// processors that add sixteen numbers at a time.
        #[inline]
        #[allow(unsafe_code)]
        pub(in super::super) fn answer(
            inputs: &[Vector],
            seen: &[u16],
            start: &Vector,
            last: &Vector,
        ) -> i32 {
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor was asked whether it knows these instructions.
                return unsafe { answer_by_sixteen(inputs, seen, start, last) };
            }
            answer_as_compiled(inputs, seen, start, last)
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn answer_by_sixteen(inputs: &[Vector], seen: &[u16], start: &Vector, last: &Vector) -> i32 {
        sum_up(inputs, seen, start, last)
    }

    #[inline(never)]
    fn answer_as_compiled(inputs: &[Vector], seen: &[u16], start: &Vector, last: &Vector) -> i32 {
        sum_up(inputs, seen, start, last)
    }

    #[inline(always)]
    fn sum_up(inputs: &[Vector], seen: &[u16], start: &Vector, last: &Vector) -> i32 {
        let mut sum = start.0;
        for &n in seen {
            for (sum, &more) in sum.iter_mut().zip(&inputs[n as usize].0) {
                *sum = sum.wrapping_add(more);
            }
        }
        let mut total = 0;
        for (&value, &weight) in sum.iter().zip(&last.0) {
            let value = value.clamp(0, ONE as i16);
            total += value.wrapping_mul(weight) as i32 * value as i32;
        }
        total
    }
}

/// For WebAssembly, eight numbers at a time.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wide {
    use core::arch::wasm32::*;

    use super::{ONE, WIDTH};

    const LANES: usize = 8;

    #[derive(Copy, Clone, Debug)]
    pub(in super::super) struct Vector([v128; WIDTH / LANES]);

    impl Vector {
        pub(in super::super) fn new(numbers: [i16; WIDTH]) -> Vector {
            Vector(std::array::from_fn(|i| {
                let n: [i16; LANES] = std::array::from_fn(|lane| numbers[LANES * i + lane]);
                i16x8(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7])
            }))
        }

        pub(in super::super) fn numbers(&self) -> [i16; WIDTH] {
            let lanes = self.0.map(|v| {
                [
                    i16x8_extract_lane::<0>(v),
                    i16x8_extract_lane::<1>(v),
                    i16x8_extract_lane::<2>(v),
                    i16x8_extract_lane::<3>(v),
                    i16x8_extract_lane::<4>(v),
                    i16x8_extract_lane::<5>(v),
                    i16x8_extract_lane::<6>(v),
                    i16x8_extract_lane::<7>(v),
                ]
            });
            std::array::from_fn(|i| lanes[i / LANES][i % LANES])
        }

        /// What comes of the inputs of a position. The same for all games, so it is compiled once.
        #[inline(never)]
        pub(in super::super) fn answer(
            inputs: &[Vector],
            seen: &[u16],
            start: &Vector,
            last: &Vector,
        ) -> i32 {
            // Named one by one, the sums stay in registers.
            let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = start.0;
            for &n in seen {
                let more = &inputs[n as usize].0;
                a = i16x8_add(a, more[0]);
                b = i16x8_add(b, more[1]);
                c = i16x8_add(c, more[2]);
                d = i16x8_add(d, more[3]);
                e = i16x8_add(e, more[4]);
                f = i16x8_add(f, more[5]);
                g = i16x8_add(g, more[6]);
                h = i16x8_add(h, more[7]);
            }
            let weighed = |value, weight| {
                let value = i16x8_min(i16x8_max(value, i16x8_splat(0)), i16x8_splat(ONE as i16));
                i32x4_dot_i16x8(i16x8_mul(value, weight), value)
            };
            let last = &last.0;
            let halves = [
                i32x4_add(weighed(a, last[0]), weighed(b, last[1])),
                i32x4_add(weighed(c, last[2]), weighed(d, last[3])),
                i32x4_add(weighed(e, last[4]), weighed(f, last[5])),
                i32x4_add(weighed(g, last[6]), weighed(h, last[7])),
            ];
            let total = i32x4_add(i32x4_add(halves[0], halves[1]), i32x4_add(halves[2], halves[3]));
            let [p, q] = [i64x2_extract_lane::<0>(total), i64x2_extract_lane::<1>(total)];
            (p as i32).wrapping_add((p >> 32) as i32).wrapping_add(q as i32).wrapping_add((q >> 32) as i32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the processor is asked to do at a time, the sum is that of number after number.
    #[test]
    fn many_at_a_time_make_the_same_sum() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut vectors = |count, most: i16| -> Vec<Vector> {
            (0..count).map(|_| Vector::new(std::array::from_fn(|_| random.i16(-most..=most)))).collect()
        };
        let (inputs, ends) = (vectors(40, 120), vectors(20, 1000));
        for (at, ends) in ends.chunks(2).enumerate() {
            let seen: Vec<u16> = (0..12).map(|i| (7 * i + 13 * at as u16) % 40).collect();
            let mut plain = 0;
            for i in 0..WIDTH {
                let sum: i32 = seen.iter().map(|&n| inputs[n as usize].numbers()[i] as i32).sum();
                let value = (sum + ends[0].numbers()[i] as i32).clamp(0, ONE);
                plain += (value * ends[1].numbers()[i] as i32) as i16 as i32 * value;
            }
            assert_eq!(Vector::answer(&inputs, &seen, &ends[0], &ends[1]), plain);
            assert_ne!(plain, 0);
            assert_eq!(Vector::new(inputs[at].numbers()).numbers(), inputs[at].numbers());
        }
    }
}
