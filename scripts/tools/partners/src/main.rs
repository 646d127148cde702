//! Starts the partners' services on a port of this machine, until it is asked to end.

use anyhow::Result;
use clap::Parser;
use partners::Partners;
use tokio::signal::unix::{SignalKind, signal};

/// Stands in for the services of partners.
#[derive(Parser)]
struct Arguments {
    /// The port of this machine.
    #[arg(long)]
    port: u16,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let _partners = Partners::start(Arguments::parse().port).await?;
    signal(SignalKind::terminate())?.recv().await;
    Ok(())
}
