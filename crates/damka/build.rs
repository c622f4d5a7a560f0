//! Builds the page for the release binary: compiles it to WebAssembly and has `damka-bundler` pack it.
//!
//! It has no dependencies, so checks stay fast. Debug builds (and with them `cargo check`, `clippy`
//! and `test`) go without the page unless `DAMKA_BUNDLE=1`; `DAMKA_BUNDLE=0` leaves it out of a
//! release build too; `DAMKA_BUNDLE=quick` builds the page fast rather than small. The page is built
//! in its own target directory, because the outer build holds the lock of the usual one.

use std::{
    collections::BTreeSet,
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Child, Command, ExitCode, Stdio},
    time::Instant,
};

const WASM: &str = "wasm32-unknown-unknown";

/// What the page is made of, with all that these depend on; a change in any of it rebuilds the page.
const SOURCES: [&str; 3] = ["rooms", "brain", "bundler"];

/// What the engine in the page fetches when a variant is first played.
const EQUIPMENT: [(&str, &str); 2] = [("weights", "data/weights"), ("books", "data/openings/books")];

/// Texts that rooms of the page fetch when they need them.
const SHELVES: [(&str, &str); 3] =
    [("puzzles", "data/puzzles"), ("course", "data/course"), ("reasons", "crates/explain/words")];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("\nThe page could not be built: {reason}");
            eprintln!("(DAMKA_BUNDLE=0 in the environment builds everything but the page.)");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=DAMKA_BUNDLE");
    let out = PathBuf::from(variable("OUT_DIR")?);
    let Some(make) = Make::wanted()? else {
        let empty = "Bundle { version: \"\", first_load: 0, files: &[] }\n";
        return write(&out.join("assets.rs"), empty);
    };
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../..");
    let root = root.canonicalize().map_err(|e| format!("no workspace around {}: {e}", root.display()))?;
    let crates = ingredients(&root)?.into_iter().map(|name| format!("crates/{name}"));
    let rest = ["Cargo.toml", "Cargo.lock", "data/openings/names"]
        .into_iter()
        .chain(EQUIPMENT.map(|(_, dir)| dir))
        .chain(SHELVES.map(|(_, dir)| dir))
        .map(str::to_owned);
    for source in crates.chain(rest) {
        // What is not there yet shows as a change of the directory around it.
        let watched = root.join(source).ancestors().find(|path| path.exists()).unwrap_or(&root).to_owned();
        println!("cargo:rerun-if-changed={}", watched.display());
    }
    let begun = Instant::now();
    ensure_target()?;
    make.bundle(&root, &out)?;
    say(&format!("the page is ready after {} s", begun.elapsed().as_secs()));
    write(&out.join("assets.rs"), "include!(concat!(env!(\"OUT_DIR\"), \"/bundle/assets.rs\"))\n")
}

/// The crates of the workspace that the page is made of, as their manifests say.
fn ingredients(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    let mut left: Vec<String> = SOURCES.map(str::to_owned).into();
    while let Some(name) = left.pop() {
        let manifest = root.join("crates").join(&name).join("Cargo.toml");
        let text = fs::read_to_string(&manifest).map_err(|e| format!("{}: {e}", manifest.display()))?;
        let lines = text.lines().take_while(|line| *line != "[dev-dependencies]");
        let named = lines.filter_map(|line| line.strip_prefix("damka-"));
        left.extend(named.map(|line| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned()));
        left.retain(|name| !found.contains(name));
        found.insert(name);
    }
    Ok(found)
}

/// How the page is to be made.
#[derive(Clone, Copy, PartialEq)]
enum Make {
    Release,
    Quick,
}

impl Make {
    fn wanted() -> Result<Option<Self>, String> {
        let release = variable("PROFILE")? == "release";
        match env::var("DAMKA_BUNDLE").unwrap_or_default().as_str() {
            "" => Ok(release.then_some(Self::Release)),
            "0" => Ok(None),
            "1" => Ok(Some(Self::Release)),
            "quick" => Ok(Some(Self::Quick)),
            other => Err(format!("DAMKA_BUNDLE is 0, 1 or quick, not {other:?}")),
        }
    }

    /// The interface is built to be small, the engine to be fast.
    fn page_profile(self) -> &'static str {
        match self {
            Self::Release => "wasm-page",
            Self::Quick => "wasm-quick",
        }
    }

    fn brain_profile(self) -> &'static str {
        match self {
            Self::Release => "wasm-release",
            Self::Quick => "wasm-quick",
        }
    }

    fn bundle(self, root: &Path, out: &Path) -> Result<(), String> {
        let target = page_target_dir(out);
        say("compiling the page to WebAssembly (a minute or two the first time)");
        // Side by side: different profiles, so neither waits for the other's lock.
        let flags = wasm_flags(root)?.join("\x1f");
        let wasm = |package: &str, bin: &str, profile: &str, link: &[&str]| -> Result<Command, String> {
            let mut command = cargo(root, &target)?;
            command
                .args(["rustc", package, "--bin", bin, "--target", WASM, "--profile", profile, "--"])
                .args(link);
            command.env("CARGO_ENCODED_RUSTFLAGS", &flags);
            Ok(command)
        };
        // What refers to what is told in the file, so that it can be split.
        let mut page =
            wasm("--package=damka-rooms", "damka-page", self.page_profile(), &["-Clink-arg=--emit-relocs"])?;
        let mut brain = wasm("--package=damka-brain", "damka-brain", self.brain_profile(), &[])?;
        let mut bundler = cargo(root, &target)?;
        bundler.args(["build", "--package=damka-bundler", "--profile=bundler"]);
        let spawn = |command: &mut Command| command.spawn().map_err(|e| format!("cargo does not start: {e}"));
        let finish = |mut child: Child, name: &str| {
            let status = child.wait().map_err(|e| format!("lost sight of cargo: {e}"))?;
            if status.success() { Ok(()) } else { Err(format!("compiling {name} failed, see above")) }
        };
        let (page, brain) = (spawn(&mut page)?, spawn(&mut brain)?);
        finish(brain, "the engine")?;
        // Beside the last step of the page, which keeps one core only busy.
        let bundler = spawn(&mut bundler)?;
        finish(page, "the page")?;
        finish(bundler, "the bundler")?;
        say("packing the page");
        let built = |profile: &str, file: &str| target.join(WASM).join(profile).join(file);
        let mut pack = Command::new(target.join("bundler").join(program("damka-bundler")));
        pack.arg("--page").arg(built(self.page_profile(), "damka-page.wasm"));
        pack.arg("--brain").arg(built(self.brain_profile(), "damka-brain.wasm"));
        pack.arg("--web").arg(root.join("crates/web")).arg("--rooms").arg(root.join("crates/rooms"));
        pack.arg("--out").arg(out.join("bundle"));
        for (option, (kind, dir)) in
            EQUIPMENT.map(|pair| ("--engine", pair)).into_iter().chain(SHELVES.map(|pair| ("--shelf", pair)))
        {
            let dir = root.join(dir);
            if dir.is_dir() {
                pack.arg(option).arg(format!("{kind}={}", dir.display()));
            }
        }
        if self == Self::Quick {
            pack.arg("--quick");
        }
        let status =
            pack.stdin(Stdio::null()).status().map_err(|e| format!("the bundler does not start: {e}"))?;
        if status.success() { Ok(()) } else { Err("packing failed, see above".into()) }
    }
}

/// Makes sure that the compiler can make WebAssembly, by asking rustup if need be.
fn ensure_target() -> Result<(), String> {
    let rustc = variable("RUSTC")?;
    let library = sysroot(&rustc)?.join("lib/rustlib").join(WASM);
    if library.is_dir() {
        return Ok(());
    }
    say(&format!("adding the Rust target {WASM}"));
    let added = Command::new("rustup").args(["target", "add", WASM]).stdin(Stdio::null()).status();
    if added.is_ok_and(|status| status.success()) && library.is_dir() {
        return Ok(());
    }
    Err(format!(
        "it is compiled to WebAssembly, for which this Rust has no target {WASM}, and `rustup target add \
         {WASM}` did not help. Install the target (from rustup or from your distribution) and build again."
    ))
}

/// A cargo that knows nothing of the build it is called from.
fn cargo(root: &Path, target: &Path) -> Result<Command, String> {
    /// Settings of the machine rather than of the outer build.
    const KEEP: [&str; 9] = [
        "CARGO_HOME",
        "CARGO_HTTP_",
        "CARGO_MAKEFLAGS",
        "CARGO_NET_",
        "CARGO_REGISTRIES_",
        "CARGO_REGISTRY_",
        "CARGO_SOURCE_",
        "CARGO_TERM_",
        "RUSTC_WRAPPER",
    ];
    const DROP: [&str; 13] = [
        "CARGO_",
        "CLIPPY_",
        "DEBUG",
        "DEP_",
        "HOST",
        "NUM_JOBS",
        "OPT_LEVEL",
        "OUT_DIR",
        "PROFILE",
        "RUSTC_",
        "RUSTDOC",
        "RUSTFLAGS",
        "TARGET",
    ];
    let mut command = Command::new(variable("CARGO")?);
    for name in env::vars_os().filter_map(|(name, _)| name.into_string().ok()) {
        let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        if begins(&DROP) && !begins(&KEEP) {
            command.env_remove(&name);
        }
    }
    command.current_dir(root).arg("--locked").env("CARGO_TARGET_DIR", target).stdin(Stdio::null());
    Ok(command)
}

/// SIMD for the engine, view types erased for a smaller interface (a tenth less over the wire), and no path
/// of this machine in the files that everybody is sent.
fn wasm_flags(root: &Path) -> Result<Vec<String>, String> {
    let mut flags = vec!["-Ctarget-feature=+simd128".to_owned(), "--cfg=erase_components".to_owned()];
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let library = sysroot(&variable("RUSTC")?)?.join("lib/rustlib/src/rust");
    let places = [(Some(root.to_owned()), "damka"), (home, "cargo"), (Some(library), "rust")];
    for (path, name) in places.iter().filter_map(|(path, name)| Some((path.as_ref()?, name))) {
        flags.push(format!("--remap-path-prefix={}={name}", path.display()));
    }
    Ok(flags)
}

fn sysroot(rustc: &str) -> Result<PathBuf, String> {
    let asked = Command::new(rustc).args(["--print", "sysroot"]).output();
    let output = asked.map_err(|e| format!("{rustc} does not start: {e}"))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// `target/page`, beside the profiles of the outer build: OUT_DIR is `target/PROFILE/build/NAME/out`.
fn page_target_dir(out: &Path) -> PathBuf {
    let above = out.ancestors().find(|dir| dir.file_name().is_some_and(|name| name == "build"));
    above.and_then(|build| build.ancestors().nth(2)).unwrap_or(out).join("page")
}

fn program(name: &str) -> String {
    format!("{name}{}", env::consts::EXE_SUFFIX)
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("{name} is not set, which cargo does"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{} cannot be written: {e}", path.display()))
}

/// Cargo shows nothing of a build script that succeeds, and this one takes its time: speak to the
/// terminal directly, if there is one.
fn say(text: &str) {
    println!("{text}");
    let name = if cfg!(windows) { "CONOUT$" } else { "/dev/tty" };
    if let Ok(mut terminal) = fs::OpenOptions::new().write(true).open(name) {
        // Cargo's progress bar is on the current line: begin by clearing it.
        let _ = write!(terminal, "\r\x1b[K       Damka {text}\n");
    }
}
