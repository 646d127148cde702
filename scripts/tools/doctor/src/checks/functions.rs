//! Checks that each function is deployed, is active and has the built code.

use crate::{
    report::Findings,
    repository::{Function, Repository},
    stack::Stack,
};
use anyhow::{Context, Result};
use aws_sdk_lambda::{Client, types::State};
use futures::{StreamExt, TryStreamExt, stream};
use std::io::{Cursor, Read};

/// The number of functions that are checked concurrently.
const CONCURRENCY: usize = 8;

/// Finds functions that are missing, not active, or from a different build.
pub(crate) async fn check(repository: &Repository, stack: &Stack) -> Result<Findings> {
    let client = Client::new(&stack.sdk);
    let findings: Vec<Option<String>> = stream::iter(repository.functions())
        .map(|function| check_function(repository, stack, client.clone(), function))
        .buffered(CONCURRENCY)
        .try_collect()
        .await?;
    Ok(findings.into_iter().flatten().collect())
}

async fn check_function(
    repository: &Repository,
    stack: &Stack,
    client: Client,
    function: Function,
) -> Result<Option<String>> {
    let name = &function.name;
    let Some(deployed) = stack.find("AWS::Lambda::Function", &function.logical_id) else {
        return Ok(Some(format!("{name} is not deployed")));
    };
    let response = client.get_function().function_name(&deployed.physical_id).send().await?;
    let state = response.configuration().and_then(|configuration| configuration.state());
    // An emulator can omit the state.
    if let Some(state) = state.filter(|state| **state != State::Active) {
        return Ok(Some(format!("{name} is {state}")));
    }
    let location = response.code().and_then(|code| code.location()).context("the code has no URL")?.to_owned();
    let package = tokio::task::spawn_blocking(move || download(&location)).await??;
    let same = bootstrap(package)? == bootstrap(repository.package(name)?)?;
    Ok((!same).then(|| format!("{name} has code from a different build")))
}

/// Downloads the deployment package at `url`.
fn download(url: &str) -> Result<Vec<u8>> {
    Ok(ureq::get(url).call()?.body_mut().with_config().limit(100_000_000).read_to_vec()?)
}

/// The executable in a deployment package. Only the executable is compared, because the archive also contains times.
fn bootstrap(package: Vec<u8>) -> Result<Vec<u8>> {
    let mut code = Vec::new();
    zip::ZipArchive::new(Cursor::new(package))?.by_name("bootstrap")?.read_to_end(&mut code)?;
    Ok(code)
}
