//! The functions: deployed, in order, and with the code that was built.

use crate::{
    report::Findings,
    repository::{Function, Repository},
    stack::Stack,
};
use anyhow::{Context, Result};
use aws_sdk_lambda::{Client, types::State};
use futures::{StreamExt, TryStreamExt, stream};
use std::io::{Cursor, Read};

/// Functions that are looked at at once.
const AT_ONCE: usize = 8;

/// Functions that are missing, not active, or of another build.
pub(crate) async fn check(repository: &Repository, stack: &Stack) -> Result<Findings> {
    let client = Client::new(&stack.sdk);
    let findings: Vec<Option<String>> = stream::iter(repository.functions())
        .map(|function| one(repository, stack, client.clone(), function))
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    Ok(findings.into_iter().flatten().collect())
}

async fn one(repository: &Repository, stack: &Stack, client: Client, function: Function) -> Result<Option<String>> {
    let name = &function.name;
    let Some(deployed) = stack.find("AWS::Lambda::Function", &function.logical_id) else {
        return Ok(Some(format!("{name} is not deployed")));
    };
    let answer = client.get_function().function_name(&deployed.physical_id).send().await?;
    let state = answer.configuration().and_then(|configuration| configuration.state());
    // An emulator may leave it out.
    if let Some(state) = state.filter(|state| **state != State::Active) {
        return Ok(Some(format!("{name} is {state}")));
    }
    let location = answer.code().and_then(|code| code.location()).context("the code has no address")?.to_owned();
    let package = tokio::task::spawn_blocking(move || download(&location)).await??;
    let same = bootstrap(package)? == bootstrap(repository.package(name)?)?;
    Ok((!same).then(|| format!("{name} has the code of another build")))
}

/// The deployment package at `url`.
fn download(url: &str) -> Result<Vec<u8>> {
    Ok(ureq::get(url).call()?.body_mut().with_config().limit(100_000_000).read_to_vec()?)
}

/// The executable in a deployment package: who packed it, and when, is no difference.
fn bootstrap(package: Vec<u8>) -> Result<Vec<u8>> {
    let mut code = Vec::new();
    zip::ZipArchive::new(Cursor::new(package))?.by_name("bootstrap")?.read_to_end(&mut code)?;
    Ok(code)
}
