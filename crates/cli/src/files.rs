//! How many files may be open: every socket is one.

/// Allows this program as many as the system lets it have.
#[cfg(target_os = "linux")]
pub(crate) fn allow_many() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // What cannot be had is done without.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// Other systems are asked for nothing.
#[cfg(not(target_os = "linux"))]
pub(crate) fn allow_many() {}
