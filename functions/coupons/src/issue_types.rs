//! Issue types: about fifty reasons for coupons in eight categories, read from `issue-types.json`. Requirements:
//! `docs/requirements/coupons.md` (CPN-3).

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

const FILE: &str = include_str!("../issue-types.json");

#[derive(Deserialize)]
struct Category {
    category: String,
    issues: Vec<String>,
}

/// A reason for a coupon.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IssueType {
    /// The unique name: category and issue. Stored as the coupon's `imageName`.
    pub image_name: String,
    /// The category.
    pub category: String,
    /// The issue.
    pub issue: String,
}

static ALL: LazyLock<Vec<IssueType>> = LazyLock::new(|| {
    // A test checks that the file can be parsed.
    let categories: Vec<Category> = serde_json::from_str(FILE).unwrap_or_default();
    let named = |category: &str, issue: String| IssueType {
        image_name: format!("{category} - {issue}"),
        category: category.into(),
        issue,
    };
    let issue_types = |Category { category, issues }| issues.into_iter().map(move |issue| named(&category, issue));
    categories.into_iter().flat_map(issue_types).collect()
});

/// Returns all issue types, by category.
pub fn all() -> &'static [IssueType] {
    &ALL
}

/// Whether an issue type of that name exists.
pub fn exists(image_name: &str) -> bool {
    all().iter().any(|issue_type| issue_type.image_name == image_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn has_about_50_issue_types_in_the_8_categories() {
        let expected = ["CX", "Driver Error", "Feedback", "Fridge Issue", "NPS", "Packing Error", "Quality", "UX"];
        let categories: BTreeSet<&str> = all().iter().map(|issue| issue.category.as_str()).collect();
        assert_eq!(categories, BTreeSet::from(expected));
        assert!((45..=55).contains(&all().len()), "{}", all().len());
    }

    #[test]
    fn each_issue_type_has_a_unique_name() {
        let names: BTreeSet<&str> = all().iter().map(|issue| issue.image_name.as_str()).collect();
        assert_eq!(names.len(), all().len());
        assert!(exists("Fridge Issue - Door did not unlock") && !exists("Door did not unlock"));
    }
}
