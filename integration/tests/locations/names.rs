//! Tests of `getPlanogramNames`, `getPriceMapTemplates` and `getFridgeSchemasTemplates`.

use integration::{Stack, stack_test};
use serde_json::json;

#[stack_test]
async fn lists_names_in_order_including_the_standard_name(stack: Stack) {
    let reader = stack.person("read-only").await;
    let lists = [
        ("getPlanogramNames", "dummy"),
        ("getPriceMapTemplates", "PMT_STANDARD"),
        ("getFridgeSchemasTemplates", "MW_STANDARD"),
    ];
    for (field, standard) in lists {
        let response = reader.call(&format!("{{ {field} }}"), json!({})).await;
        let names: Vec<&str> = response.as_array().unwrap().iter().filter_map(|name| name.as_str()).collect();
        assert!(names.is_sorted() && names.len() > 1, "{field}: {names:?}");
        assert!(names.contains(&standard), "{field}: {names:?}");
        assert!(names.iter().all(|name| !name.ends_with("/latest")), "{field}: {names:?}");
    }
}
