//! Grants: actions and feature flags, as users and roles have them.

use crate::rules;
use serde::Serialize;
use serde_json::json;
use shared::{Action, Error, Result, audit::Change, bounded::List};
use std::collections::BTreeSet;

/// The maximum number of actions or flags in an input.
const MAX_NAMES: usize = 100;

/// A list of names of actions or flags.
pub(crate) type Names = List<String, MAX_NAMES>;

/// Actions and feature flags.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Grants {
    /// The actions.
    pub actions: BTreeSet<Action>,
    /// The feature flags.
    pub flags: BTreeSet<String>,
}

impl Grants {
    /// Parses the names of actions and flags of the input.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a name is unknown.
    pub(crate) fn parse(actions: Vec<String>, flags: Vec<String>) -> Result<Self> {
        let action = |name: String| {
            name.parse::<Action>().map_err(|_| Error::invalid("actions", format!("There is no action {name}")))
        };
        let flag = |name: String| {
            let is_known = rules::FLAGS.contains(&name.as_str());
            if is_known { Ok(name) } else { Err(Error::invalid("flags", format!("There is no flag {name}"))) }
        };
        Ok(Self {
            actions: actions.into_iter().map(action).collect::<Result<_>>()?,
            flags: flags.into_iter().map(flag).collect::<Result<_>>()?,
        })
    }

    /// The grants of `self` and of `other`.
    pub(crate) fn union(&self, other: &Self) -> Self {
        Self { actions: &self.actions | &other.actions, flags: &self.flags | &other.flags }
    }

    /// The differences to `after`, as changes of an audit entry.
    pub(crate) fn changes_to(&self, after: &Self) -> Vec<Change> {
        fn differences<T: Ord + Serialize>(attribute: &str, before: &BTreeSet<T>, after: &BTreeSet<T>) -> Vec<Change> {
            let change = |from: Option<&T>, to: Option<&T>| Change {
                attribute: attribute.into(),
                from: from.map(|name| json!(name)),
                to: to.map(|name| json!(name)),
            };
            let removed = before.difference(after).map(|name| change(Some(name), None));
            let added = after.difference(before).map(|name| change(None, Some(name)));
            removed.chain(added).collect()
        }
        let actions = differences("actions", &self.actions, &after.actions);
        let flags = differences("flags", &self.flags, &after.flags);
        [actions, flags].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grants(actions: &[&str], flags: &[&str]) -> Grants {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Grants::parse(names(actions), names(flags)).unwrap()
    }

    #[test]
    fn changes_list_each_added_and_removed_action_and_flag() {
        let before = grants(&["VanTasks", "GetAllLocation"], &["jofemar"]);
        let after = grants(&["GetAllLocation", "UpdateJit"], &["react-ui"]);
        let changes: Vec<_> = before
            .changes_to(&after)
            .into_iter()
            .map(|Change { attribute, from, to }| (attribute, from.or(to).unwrap_or_default()))
            .collect();
        let expected = [("actions", "VanTasks"), ("actions", "UpdateJit"), ("flags", "jofemar"), ("flags", "react-ui")];
        assert_eq!(changes, expected.map(|(attribute, name)| (attribute.to_owned(), json!(name))));
        assert!(before.changes_to(&before).is_empty());
    }

    #[test]
    fn a_union_keeps_the_existing_grants() {
        let union = grants(&["VanTasks"], &["jofemar"]).union(&grants(&["UpdateJit"], &["react-ui"]));
        assert_eq!(union, grants(&["VanTasks", "UpdateJit"], &["jofemar", "react-ui"]));
    }

    #[test]
    fn rejects_unknown_actions_and_flags() {
        let names = |name: &str| vec![name.to_owned()];
        assert!(matches!(Grants::parse(names("RuleTheWorld"), Vec::new()), Err(Error::Invalid(_))));
        assert!(matches!(Grants::parse(Vec::new(), names("rule-the-world")), Err(Error::Invalid(_))));
    }
}
