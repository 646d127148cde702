//! Compares a deployed stack, on AWS or an emulator, with the repository and reports the differences.
//!
//! The checks cover the templates, resources, the functions' code, the GraphQL schema and its resolvers, the routes,
//! the workers and queues, and changes by hand. The exit code is 1 if there is a difference.
#![expect(clippy::print_stdout, reason = "a command's result goes to stdout")]

mod checks;
mod report;
mod repository;
mod schema;
mod stack;

use anyhow::Result;
use clap::Parser;
use report::Report;
use repository::Repository;
use stack::Stack;
use std::{path::PathBuf, process::ExitCode};

/// Compares a deployed stack with the repository and reports the differences.
#[derive(Parser)]
struct Arguments {
    /// The description of a local stack.
    #[arg(long, default_value = ".local/stack.json")]
    stack: PathBuf,
    /// The name of a stack on AWS, in the account and region of the environment.
    #[arg(long)]
    stack_name: Option<String>,
    /// The folder of the repository.
    #[arg(long, default_value = ".")]
    repository: PathBuf,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let repository = Repository::read(&arguments.repository)?;
    let stack = match &arguments.stack_name {
        Some(name) => Stack::on_aws(name).await?,
        None => Stack::from_description(&arguments.stack).await?,
    };
    let mut report = Report::default();
    report.add("templates", checks::templates::check(&repository, &stack).await);
    report.add("resources", checks::resources::check(&stack));
    report.add("functions", checks::functions::check(&repository, &stack).await);
    report.add("schema", checks::graphql::schema(&repository, &stack).await);
    report.add("resolvers", checks::graphql::resolvers(&repository, &stack).await);
    report.add("routes", checks::routes::check(&repository, &stack).await);
    report.add("workers", checks::workers::check(&stack).await);
    report.add("dead letters", checks::workers::dead_letters(&stack).await);
    report.add("changes by hand", checks::drift::check(&stack).await);
    println!("{report}");
    Ok(if report.has_differences() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
