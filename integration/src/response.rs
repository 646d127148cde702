//! Responses of the two endpoints.

use serde_json::Value;

/// The response of a REST route.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The HTTP status.
    pub status: u16,
    /// The body; null if it is empty or not JSON.
    pub body: Value,
}

impl Rest {
    /// Returns the body. Fails the test unless the status is `status`.
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }
}

/// The first error of a GraphQL response.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// The HTTP status: 200 unless AppSync itself rejected the call.
    pub status: u16,
    /// The error's type, such as `Invalid`.
    pub kind: String,
    /// The message on the screen.
    pub message: String,
    /// The `errorInfo`.
    pub info: Value,
}

impl Rejection {
    /// Parses a GraphQL response: the data or the error.
    pub(crate) fn into_data(status: u16, mut body: Value) -> Result<Value, Self> {
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

/// The field errors as (field, message), from a REST body or a GraphQL `errorInfo`.
pub fn field_errors(error: &Value) -> Vec<(String, String)> {
    let text = |error: &Value, name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let errors = error.get("errors").and_then(Value::as_array).into_iter().flatten();
    errors.map(|error| (text(error, "field"), text(error, "message"))).collect()
}
