//! Checks the REST API: each route exists and requires a token.

use crate::{report::Findings, repository::Repository, stack::Stack};
use anyhow::{Result, bail};
use std::time::Duration;
use ureq::{Agent, http::Request};

/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Finds routes that accept a call without a token. API Gateway returns 401 for a route with an authorizer, and another
/// status for a route without one or an unknown route.
pub(crate) async fn check(repository: &Repository, stack: &Stack) -> Result<Findings> {
    if stack.rest_url.is_empty() {
        bail!("the stack has no REST URL");
    }
    let routes: Vec<_> = repository.functions().into_iter().flat_map(|function| function.routes).collect();
    let url = stack.rest_url.clone();
    tokio::task::spawn_blocking(move || {
        let agent = Agent::config_builder().http_status_as_error(false).timeout_global(Some(TIMEOUT)).build();
        let agent = Agent::new_with_config(agent);
        let mut findings = Findings::new();
        for (method, path) in routes {
            let address = format!("{url}{}", path.replace(['{', '}'], ""));
            let request = Request::builder().method(method.as_str()).uri(address).body(())?;
            let status = agent.run(request)?.status().as_u16();
            if status != 401 {
                findings.push(format!("{method} {path} returns {status} without a token, not 401"));
            }
        }
        Ok(findings)
    })
    .await?
}
