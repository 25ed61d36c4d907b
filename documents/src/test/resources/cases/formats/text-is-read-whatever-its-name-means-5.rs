//! Greta Lund wrote this crate in Odense.
pub fn bridge() {}
