//! Data that the rules need in addition to the location and the edit.

use crate::names::{Kind, Name};
use std::collections::BTreeSet;

/// The looked-up names that staff can select. The standard name of each kind is always included.
#[derive(Clone, Debug, Default)]
pub struct OfferedNames(BTreeSet<Name>);

impl FromIterator<Name> for OfferedNames {
    fn from_iter<T: IntoIterator<Item = Name>>(names: T) -> Self {
        Self(names.into_iter().collect())
    }
}

impl OfferedNames {
    /// Whether the attribute value `value` refers to an offered name.
    pub fn contains(&self, kind: Kind, value: &str) -> bool {
        let name = Name::from_value(kind, value);
        kind.value(&name.name) == value && (name.name == kind.standard() || self.0.contains(&name))
    }
}

/// Data that the rules need in addition to the location and the edit.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The names that staff can select.
    pub offered: &'a OfferedNames,
    /// An `ip` value that contains this marker is a company host name and is not validated as an IP address. Empty if
    /// the company has no marker.
    pub company_host_marker: &'a str,
}
