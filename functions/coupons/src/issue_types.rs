//! Why coupons are given: about fifty reasons under eight categories, which `issue-types.json` holds. Source: the spec
//! of planning and reporting, section 9.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

const FILE: &str = include_str!("../issue-types.json");

#[derive(Deserialize)]
struct Category {
    category: String,
    issues: Vec<String>,
}

/// A reason for which coupons are given.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IssueType {
    /// Its name, which no other one has: the category and the issue. A coupon's `imageName`.
    pub image_name: String,
    /// The category.
    pub category: String,
    /// What happened.
    pub issue: String,
}

static ALL: LazyLock<Vec<IssueType>> = LazyLock::new(|| {
    // A test reads the file: it is one list, and holds nothing else.
    let categories: Vec<Category> = serde_json::from_str(FILE).unwrap_or_default();
    let named = |category: &str, issue: String| IssueType {
        image_name: format!("{category} - {issue}"),
        category: category.into(),
        issue,
    };
    let of = |Category { category, issues }| issues.into_iter().map(move |issue| named(&category, issue));
    categories.into_iter().flat_map(of).collect()
});

/// All reasons, by category.
pub fn all() -> &'static [IssueType] {
    &ALL
}

/// Whether there is a reason of that name.
pub fn known(image_name: &str) -> bool {
    all().iter().any(|known| known.image_name == image_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn about_50_reasons_lie_under_the_8_categories() {
        let expected = ["CX", "Driver Error", "Feedback", "Fridge Issue", "NPS", "Packing Error", "Quality", "UX"];
        let categories: BTreeSet<&str> = all().iter().map(|issue| issue.category.as_str()).collect();
        assert_eq!(categories, BTreeSet::from(expected));
        assert!((45..=55).contains(&all().len()), "{}", all().len());
    }

    #[test]
    fn each_reason_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = all().iter().map(|issue| issue.image_name.as_str()).collect();
        assert_eq!(names.len(), all().len());
        assert!(known("Fridge Issue - Door did not unlock") && !known("Door did not unlock"));
    }
}
