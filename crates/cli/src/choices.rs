//! Subcommands that are a list: what clap reads, and what is then done.

/// An enum of subcommands whose arguments know how to `run`: `choices! { /// About it. pub(crate) enum Action { List(list::Args), } }`.
/// What some of them need besides is named: `enum Command(page: Page) { Serve(serve::Args) with page, ... }`.
macro_rules! choices {
    ($(#[$about:meta])* $vis:vis enum $name:ident $(($page:ident: $kind:ty))? {
        $($(#[$how:meta])* $choice:ident($args:path) $(with $given:ident)?,)+
    }) => {
        $(#[$about])*
        #[derive(clap::Subcommand, Debug)]
        #[allow(clippy::large_enum_variant, reason = "there is one in a run")]
        $vis enum $name {
            $($(#[$how])* $choice($args),)+
        }

        impl $name {
            /// Does it.
            pub(crate) fn run(self $(, $page: $kind)?) -> anyhow::Result<std::process::ExitCode> {
                match self {
                    $($name::$choice(args) => args.run($($given)?),)+
                }
            }
        }
    };
}

pub(crate) use choices;
