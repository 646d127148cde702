//! GraphQL mutation `reportBrowserProblems`: errors and slow screens of the web app, each as one line of the log. Metric
//! filters count the lines (`infra/alarms.yaml`).

use crate::rules;
use serde::Deserialize;
use shared::{Error, FieldError, Request, Result, bounded::Limits};

/// Maximum number of problems in one call. The web app sends fewer for one page load.
const MAX_PROBLEMS: usize = 20;
/// Maximum number of characters of each text, by field.
pub const LIMITS: Limits = &[("release", 60), ("requestId", 100), ("message", 300), ("stack", 4000)];
/// What replaces an e-mail address.
const REMOVED: &str = "[e-mail]";

/// The kind of a problem.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ProblemKind {
    /// An error that no code handled.
    Error,
    /// A screen that showed its content too late.
    SlowScreen,
}

/// A problem as the browser sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProblemInput {
    kind: ProblemKind,
    screen: String,
    release: String,
    request_id: Option<String>,
    message: String,
    stack: Option<String>,
    milliseconds: Option<u32>,
}

/// Arguments of `reportBrowserProblems`.
#[derive(Debug, Deserialize)]
pub struct ProblemsArguments {
    problems: Vec<ProblemInput>,
}

/// Writes the problems to the log and returns their number. E-mail addresses in texts are removed.
///
/// # Errors
/// [`Error::Invalid`] names each invalid problem. None is written then.
pub fn report_browser_problems(Request { input, .. }: Request<ProblemsArguments>) -> Result<usize> {
    check(&input.problems)?;
    for problem in &input.problems {
        log(problem);
    }
    Ok(input.problems.len())
}

fn check(problems: &[ProblemInput]) -> Result<()> {
    if !(1..=MAX_PROBLEMS).contains(&problems.len()) {
        return Err(Error::invalid("problems", format!("Send 1 to {MAX_PROBLEMS} problems at a time")));
    }
    let screens = rules::screens()?;
    let unknown = problems.iter().enumerate().filter(|(_, problem)| !screens.contains(&problem.screen));
    let errors: Vec<_> = unknown
        .map(|(index, _)| FieldError {
            field: format!("problems[{index}].screen"),
            message: "The screen must be a path of the route table".into(),
        })
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

fn log(problem: &ProblemInput) {
    let (screen, release, milliseconds) = (&problem.screen, &problem.release, problem.milliseconds);
    let (request_id, message) = (problem.request_id.as_deref(), without_emails(&problem.message));
    let stack = problem.stack.as_deref().map(without_emails);
    match problem.kind {
        ProblemKind::Error => {
            tracing::warn!(%screen, %release, request_id, error = message, stack, "a browser reported an error");
        }
        ProblemKind::SlowScreen => {
            tracing::warn!(%screen, %release, request_id, cause = message, milliseconds, "a browser reported a slow screen");
        }
    }
}

/// The text without e-mail addresses. In the stacks of Firefox and Safari, `function@https://…` is not an address.
fn without_emails(text: &str) -> String {
    text.split_inclusive(char::is_whitespace).map(word_without_email).collect()
}

fn word_without_email(word: &str) -> String {
    let is_email = word.split_once('@').is_some_and(|(_, domain)| domain.contains('.') && !domain.contains("://"));
    let space = word.strip_prefix(word.trim_end()).unwrap_or_default();
    if is_email { format!("{REMOVED}{space}") } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(screen: &str) -> ProblemInput {
        ProblemInput {
            kind: ProblemKind::Error,
            screen: screen.into(),
            release: "7da6a7f".into(),
            request_id: None,
            message: "x is undefined".into(),
            stack: None,
            milliseconds: None,
        }
    }

    #[test]
    fn removes_email_addresses_and_keeps_frames_of_stacks() {
        for (text, expected) in [
            ("No user ada@larder.example found", "No user [e-mail] found"),
            ("(ada@larder.example)\nnext", "[e-mail]\nnext"),
            ("load@https://larder.example/assets/a.js:1:2", "load@https://larder.example/assets/a.js:1:2"),
            ("x is undefined", "x is undefined"),
            ("@media", "@media"),
        ] {
            assert_eq!(without_emails(text), expected, "{text:?}");
        }
    }

    #[test]
    fn rejects_unknown_screens_and_empty_or_long_lists() {
        assert!(check(&[problem("/home")]).is_ok());
        let Err(Error::Invalid(errors)) = check(&[problem("/home"), problem("/locations/detail/CHI_0001")]) else {
            panic!("the screen has an id")
        };
        assert_eq!(errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), ["problems[1].screen"]);
        assert!(check(&[]).is_err());
        assert!(check(&(0..21).map(|_| problem("/home")).collect::<Vec<_>>()).is_err());
    }
}
