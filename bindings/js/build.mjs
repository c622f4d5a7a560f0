// Builds the package: node bindings/js/build.mjs [--out DIR]. Needs cargo with the target wasm32-unknown-unknown.
//
// Both modules are compiled like the page's (crates/damka/build.rs), in the same directory, so that what the two
// have in common is compiled once.

import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const at = process.argv.indexOf("--out");
const metadata = JSON.parse(execFileSync("cargo", ["metadata", "--format-version=1", "--no-deps"], { cwd: root, maxBuffer: 1 << 28 }));
const out = at > 0 ? resolve(process.argv[at + 1]) : join(metadata.target_directory, "npm", "damka");
const target = join(metadata.target_directory, "page");
const WASM = "wasm32-unknown-unknown";

function environment(wasm) {
  const env = { ...process.env, CARGO_TARGET_DIR: target };
  if (!wasm) return env;
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
  // SIMD for the engine, and no path of this machine in the files that everybody is sent.
  const remap = [[root, "damka"], [process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "cargo"], [join(sysroot, "lib/rustlib/src/rust"), "rust"]];
  const flags = ["-Ctarget-feature=+simd128", "--cfg=erase_components", ...remap.map(([path, name]) => `--remap-path-prefix=${path}=${name}`)];
  return { ...env, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") };
}

function cargo(...args) {
  const started = spawn("cargo", ["build", "--quiet", "--locked", ...args], { cwd: root, stdio: "inherit", env: environment(args.includes(WASM)) });
  return new Promise((done, failed) => {
    started.on("error", failed);
    started.on("exit", (code) => (code === 0 ? done() : failed(new Error(`cargo build ${args.join(" ")} failed`))));
  });
}

// The rules are sent before anything else: small. The engine is fetched when it is wanted: fast.
const MODULES = [
  { name: "rules", package: "damka-js-rules", profile: "wasm-page" },
  { name: "engine-module", package: "damka-js-engine", profile: "wasm-release" },
];
// Side by side: different profiles, so none waits for another's lock, and the last step of each keeps one core only busy.
await Promise.all([
  ...MODULES.map((made) => cargo("-p", made.package, "--lib", "--target", WASM, "--profile", made.profile)),
  cargo("-p", "damka-bundler", "--profile", "bundler"),
]);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const bundler = join(target, "bundler", process.platform === "win32" ? "damka-bundler.exe" : "damka-bundler");
for (const { name, package: crate, profile } of MODULES) {
  execFileSync(bundler, ["module", name, join(target, WASM, profile, `${crate.replaceAll("-", "_")}.wasm`), out], { stdio: "inherit" });
}

for (const file of readdirSync(join(here, "src"))) copyFileSync(join(here, "src", file), join(out, file));
for (const file of ["package.json", "README.md"]) copyFileSync(join(here, file), join(out, file));
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, file), join(out, file));

/** The files of the engine, and a list of them, so that none is asked for in vain. */
function equip(folder, from) {
  mkdirSync(join(out, folder));
  const files = readdirSync(from).filter((file) => file.endsWith(".bin")).sort();
  for (const file of files) copyFileSync(join(from, file), join(out, folder, file));
  return files.map((file) => file.slice(0, -4));
}
const list = (name, names) => `export const ${name} = ${JSON.stringify(names)};\n`;
writeFileSync(join(out, "equipment.js"),
  "// The variants that have files of their own here.\n" +
  list("WEIGHTS", equip("weights", join(root, "data/weights"))) + list("BOOKS", equip("books", join(root, "data/openings/books"))));

// One version for all of Damka: the workspace's.
const manifest = JSON.parse(readFileSync(join(out, "package.json"), "utf8"));
manifest.version = metadata.packages.find((found) => found.name === "damka-rules").version;
writeFileSync(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

const size = (file) => `${file} ${Math.round(statSync(join(out, file)).size / 1024)} KB`;
console.log(`${out}: ${["rules.wasm", "engine-module.wasm"].map(size).join(", ")}`);
