//! Stands in for the services of partners: on this machine, where `scripts/up` starts it, and in tests.
//!
//! It answers well unless it is told otherwise: `PUT /control/<service>` with a behaviour, for so many calls, of one
//! location or of any. See README.md.

pub mod card_reader;
pub mod loginext;

use anyhow::Result;
use axum::Router;
use card_reader::CardReader;
use loginext::LogiNext;
use std::{net::Ipv4Addr, sync::Arc};
use tokio::{net::TcpListener, task::JoinHandle};

/// The services, answering until this goes.
#[derive(Debug)]
pub struct Partners {
    url: String,
    card_reader: Arc<CardReader>,
    loginext: Arc<LogiNext>,
    serving: JoinHandle<()>,
}

impl Partners {
    /// Starts to answer on the port of this machine; 0 takes one that is free.
    ///
    /// # Errors
    /// Where the port is taken.
    pub async fn start(port: u16) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let card_reader = Arc::new(CardReader::default());
        let loginext = Arc::new(LogiNext::default());
        let services = Router::new()
            .merge(card_reader::routes(Arc::clone(&card_reader)))
            .merge(loginext::routes(Arc::clone(&loginext)));
        let serving = tokio::spawn(async move {
            // It ends when it is dropped, and not before.
            let _ = axum::serve(listener, services).await;
        });
        Ok(Self { url, card_reader, loginext, serving })
    }

    /// Where the services answer.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The card readers' service.
    pub fn card_reader(&self) -> &CardReader {
        &self.card_reader
    }

    /// LogiNext.
    pub fn loginext(&self) -> &LogiNext {
        &self.loginext
    }
}

impl Drop for Partners {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
