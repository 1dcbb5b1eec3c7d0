//! Levels of the game itself. Their files are written here, from the description of the format in
//! `src/level/game`; no level of the game is among them.

#![cfg(feature = "cli")]

mod commands;
mod layers;
mod settings;
mod writer;

use spellboard::{Level, Source};

/// Reads a level with these settings.
fn read(bytes: &[u8], settings: &str) -> Result<Level, String> {
    let settings = Source::new("own.ld", settings);
    Level::from_game("own.l", bytes, Some(&settings)).map_err(|problems| problems.to_string())
}

/// What lies on a level, in its order.
fn objects(level: &Level) -> Vec<(&str, i32, i32)> {
    let objects = level.objects.iter();
    objects.map(|o| (o.kind.as_str(), o.x, o.y)).collect()
}

/// Compares with what is pinned.
fn pinned(name: &str, said: &str) {
    insta::with_settings!({
        snapshot_path => "../../snapshots/game_levels",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!(name, said) });
}
