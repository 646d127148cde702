//! What the two endpoints answer.

use serde_json::Value;

/// What a REST route answers.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The HTTP status.
    pub status: u16,
    /// The body; null where it is empty or no JSON.
    pub body: Value,
}

impl Rest {
    /// The body of an answer that must have this status.
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }
}

/// An error that GraphQL answers; the first one where there are more.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The HTTP status, which is 200 unless AppSync itself refused the call.
    pub status: u16,
    /// The error's type, such as `Invalid`.
    pub kind: String,
    /// What the person reads.
    pub message: String,
    /// What the type of the error tells besides.
    pub info: Value,
}

impl Refusal {
    /// Reads GraphQL's answer: the data, or why there is none.
    pub(crate) fn or_data(status: u16, mut body: Value) -> Result<Value, Self> {
        let text = |error: &Value, name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        match body.pointer("/errors/0") {
            None if status == 200 => Ok(body["data"].take()),
            None => Err(Self { status, kind: String::new(), message: body.to_string(), info: Value::Null }),
            Some(error) => Err(Self {
                status,
                kind: text(error, "errorType"),
                message: text(error, "message"),
                info: error.get("errorInfo").cloned().unwrap_or_default(),
            }),
        }
    }
}

/// The fields that an error names, with what is wrong with each: of the body of REST or the information of GraphQL.
pub fn wrong_fields(error: &Value) -> Vec<(String, String)> {
    let text = |error: &Value, name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let errors = error.get("errors").and_then(Value::as_array).into_iter().flatten();
    errors.map(|error| (text(error, "field"), text(error, "message"))).collect()
}
