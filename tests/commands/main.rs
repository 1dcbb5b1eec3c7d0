//! The commands as their users meet them, each in projects of its own: one file a command.

#![cfg(feature = "cli")]

mod check;
mod completions;
mod crowded;
mod diff;
mod elsewhere;
mod help;
mod new;
mod project;
mod slips;
mod test;
mod watch;
mod words;
mod workflow;
