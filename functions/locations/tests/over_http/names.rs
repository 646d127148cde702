//! `getPlanogramNames`, `getPriceMapTemplates` and `getFridgeSchemasTemplates`.

use serde_json::json;
use testkit::Stack;

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn each_list_of_names_is_in_order_and_has_the_standard_one() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    let lists = [
        ("getPlanogramNames", "dummy"),
        ("getPriceMapTemplates", "PMT_STANDARD"),
        ("getFridgeSchemasTemplates", "MW_STANDARD"),
    ];
    for (field, standard) in lists {
        let answer = reader.ask(&format!("{{ {field} }}"), json!({})).await;
        let names: Vec<&str> = answer.as_array().unwrap().iter().filter_map(|name| name.as_str()).collect();
        assert!(names.is_sorted() && names.len() > 1, "{field}: {names:?}");
        assert!(names.contains(&standard), "{field}: {names:?}");
        assert!(names.iter().all(|name| !name.ends_with("/latest")), "{field}: {names:?}");
    }
}
