//! Compares what is deployed with the repository, on AWS or an emulator, and says what differs.
//!
//! Each check looks at one thing: the templates, the functions' code, the GraphQL schema and its resolvers, the routes,
//! the workers and queues, and what was changed by hand since the deployment. It exits with 1 where anything differs.
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

/// Compares what is deployed with the repository, and says what differs.
#[derive(Parser)]
struct Arguments {
    /// The description of a local stack.
    #[arg(long, default_value = ".local/stack.json")]
    stack: PathBuf,
    /// The name of a stack on AWS, in the account and region that the environment names.
    #[arg(long)]
    stack_name: Option<String>,
    /// The repository.
    #[arg(long, default_value = ".")]
    repository: PathBuf,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let repository = Repository::read(&arguments.repository)?;
    let stack = match &arguments.stack_name {
        Some(name) => Stack::on_aws(name).await?,
        None => Stack::described(&arguments.stack).await?,
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
    Ok(if report.differs() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
