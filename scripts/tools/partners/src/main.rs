//! Runs the simulated partner services on a local port until SIGTERM.

use anyhow::Result;
use clap::Parser;
use partners::Partners;
use tokio::signal::unix::{SignalKind, signal};

/// Simulates the services of partners.
#[derive(Parser)]
struct Arguments {
    /// The local port.
    #[arg(long)]
    port: u16,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let _partners = Partners::start(Arguments::parse().port).await?;
    signal(SignalKind::terminate())?.recv().await;
    Ok(())
}
