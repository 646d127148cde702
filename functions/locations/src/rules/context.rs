//! What a rule must know beside the location and the edit.

use crate::names::{Kind, Name};
use std::collections::BTreeSet;

/// The names that searches offer, as far as they were looked up. What every company has is always offered.
#[derive(Clone, Debug, Default)]
pub struct Offered(BTreeSet<Name>);

impl FromIterator<Name> for Offered {
    fn from_iter<T: IntoIterator<Item = Name>>(names: T) -> Self {
        Self(names.into_iter().collect())
    }
}

impl Offered {
    /// Whether `value`, as a location stores it, names something that is offered.
    pub fn has(&self, kind: Kind, value: &str) -> bool {
        let name = Name::stored(kind, value);
        kind.value(&name.name) == value && (name.name == kind.standard() || self.0.contains(&name))
    }
}

/// What a rule must know beside the location and the edit.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The names that searches offer.
    pub offered: &'a Offered,
    /// A value of `ip` that contains it names a host of the company and is not checked further. Empty: there is none.
    pub company_host_marker: &'a str,
}
