//! Simulates the services of partners, locally and in tests.
//!
//! `PUT /control/<service>` configures errors. See README.md.

pub mod card_reader;
pub mod loginext;

use anyhow::Result;
use axum::Router;
use card_reader::CardReader;
use loginext::LogiNext;
use std::{net::Ipv4Addr, sync::Arc};
use tokio::{net::TcpListener, task::JoinHandle};

/// The running services. They stop when this value is dropped.
#[derive(Debug)]
pub struct Partners {
    url: String,
    card_reader: Arc<CardReader>,
    loginext: Arc<LogiNext>,
    serving: JoinHandle<()>,
}

impl Partners {
    /// Starts the services on a local port; 0 selects a free port.
    ///
    /// # Errors
    /// An I/O error if the port is in use.
    pub async fn start(port: u16) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let card_reader = Arc::new(CardReader::default());
        let loginext = Arc::new(LogiNext::default());
        let services = Router::new()
            .merge(card_reader::routes(Arc::clone(&card_reader)))
            .merge(loginext::routes(Arc::clone(&loginext)));
        let serving = tokio::spawn(async move {
            // The server runs until the task is aborted.
            let _ = axum::serve(listener, services).await;
        });
        Ok(Self { url, card_reader, loginext, serving })
    }

    /// The base URL of the services.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The card reader service.
    pub fn card_reader(&self) -> &CardReader {
        &self.card_reader
    }

    /// The LogiNext service.
    pub fn loginext(&self) -> &LogiNext {
        &self.loginext
    }
}

impl Drop for Partners {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
