//! Messages for input that cannot be read: plain sentences in place of the parser's text.

use crate::bounded::leaf;

/// The errors of chrono for text that is not a date.
const DATE_ERRORS: [&str; 6] = [
    "input contains invalid characters",
    "input is not enough for unique date and time",
    "input is out of range",
    "no possible date and time matching input",
    "premature end of input",
    "trailing input",
];

/// The field and the message of a parse error. `path` is the field at which the parser stopped; `.` is the whole input.
pub(crate) fn describe(path: &str, error: &str) -> (String, String) {
    let field = if path == "." { "input" } else { path };
    let name = leaf(field);
    if let Some(missing) = between(error, "missing field `", "`") {
        let field = if path == "." { missing.to_owned() } else { format!("{path}.{missing}") };
        return (field, format!("{missing} is required"));
    }
    let message =
        if let Some((_, expected)) = error.strip_prefix("unknown variant `").and_then(|rest| rest.split_once("`, ")) {
            format!("{name} must be {}", alternatives(expected))
        } else if DATE_ERRORS.contains(&error) {
            format!("{name} must be a date such as 2026-11-21")
        } else if error.starts_with("UUID parsing failed") {
            format!("{name} must be a UUID")
        } else if error.starts_with("invalid ")
            && let Some((_, expected)) = error.split_once(", expected ")
        {
            format!("{name} must be {}", type_name(expected))
        } else if ["can ", "cannot ", "must "].iter().any(|verb| error.starts_with(verb)) {
            // The message of a bounded type has no subject, because the type does not know its field.
            format!("{name} {error}")
        } else {
            error.to_owned()
        };
    (field.to_owned(), message)
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    Some(text.strip_prefix(start)?.split_once(end)?.0)
}

/// The allowed values of an enumeration, from the parser's "expected one of `A`, `B`".
fn alternatives(expected: &str) -> String {
    let values: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    match values.as_slice() {
        [] => "a known value".into(),
        [only] => (*only).into(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A plain name for the parser's name of a type.
fn type_name(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" => "text",
        "a sequence" => "a list",
        "a map" => "an object",
        // serde_json expects an enumeration in one of these forms.
        "string or map" => "a known value",
        other if other.starts_with("struct ") => "an object",
        other if other.contains("enum") || other.contains("variant") => "a known value",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;
    use rstest::rstest;
    use serde::Deserialize;
    use serde_json::{Value, json};
    use uuid::Uuid;

    #[derive(Debug, Default, Deserialize)]
    #[serde(rename_all = "camelCase", default)]
    struct Input {
        status: Option<Status>,
        one: Option<One>,
        date: Option<NaiveDate>,
        id: Option<Uuid>,
        stop: Option<u32>,
        offset: Option<i64>,
        tax_rate: Option<f64>,
        covid19: Option<bool>,
        name: Option<String>,
        rows: Option<Vec<Row>>,
        address: Option<Row>,
        text: Option<crate::bounded::Text<3>>,
    }

    #[derive(Debug, Deserialize)]
    enum Status {
        Online,
        Offline,
        Removed,
    }

    #[derive(Debug, Deserialize)]
    enum One {
        Only,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only whether it can be read is tested")]
    struct Row {
        city: String,
    }

    #[rstest]
    #[case::missing_field(json!({ "address": {} }), "address.city", "city is required")]
    #[case::missing_field_of_an_entry(json!({ "rows": [{ "city": "A" }, {}] }), "rows[1].city", "city is required")]
    #[case::unknown_value(json!({ "status": "Lost" }), "status", "status must be Online, Offline or Removed")]
    #[case::unknown_value_with_one_alternative(json!({ "one": "Other" }), "one", "one must be Only")]
    #[case::number_for_an_enumeration(json!({ "status": 1 }), "status", "status must be a known value")]
    #[case::text_that_is_not_a_date(json!({ "date": "today" }), "date", "date must be a date such as 2026-11-21")]
    #[case::impossible_date(json!({ "date": "2026-02-30" }), "date", "date must be a date such as 2026-11-21")]
    #[case::incomplete_date(json!({ "date": "2026-02" }), "date", "date must be a date such as 2026-11-21")]
    #[case::invalid_uuid(json!({ "id": "7" }), "id", "id must be a UUID")]
    #[case::text_for_a_whole_number(json!({ "stop": "7" }), "stop", "stop must be a whole number of 0 or more")]
    #[case::negative(json!({ "stop": -1 }), "stop", "stop must be a whole number of 0 or more")]
    #[case::fraction(json!({ "offset": 1.5 }), "offset", "offset must be a whole number")]
    #[case::text_for_a_number(json!({ "taxRate": "7" }), "taxRate", "taxRate must be a number")]
    #[case::text_for_a_boolean(json!({ "covid19": "yes" }), "covid19", "covid19 must be true or false")]
    #[case::number_for_text(json!({ "name": 7 }), "name", "name must be text")]
    #[case::text_for_a_list(json!({ "rows": "A" }), "rows", "rows must be a list")]
    #[case::text_for_an_object(json!({ "address": "A" }), "address", "address must be an object")]
    #[case::limit_of_a_bounded_type(json!({ "text": "long" }), "text", "text can have at most 3 characters")]
    fn describes_unreadable_input(#[case] input: Value, #[case] field: &str, #[case] message: &str) {
        let error = serde_path_to_error::deserialize::<_, Input>(input).unwrap_err();
        let path = error.path().to_string();
        assert_eq!(describe(&path, &error.into_inner().to_string()), (field.to_owned(), message.to_owned()));
    }

    #[test]
    fn keeps_the_message_of_a_validation_rule() {
        assert_eq!(describe("zip", "ZIP Code invalid"), ("zip".into(), "ZIP Code invalid".into()));
    }
}
