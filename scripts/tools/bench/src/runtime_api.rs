//! The part of the Lambda Runtime API that the runtime client uses.

use crate::http::{self, HttpRequest};
use anyhow::{Context, Result, bail};
use bytes::Bytes;
use http_body_util::Full;
use hyper::{Response as HttpResponse, header::HeaderValue};
use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};
use tokio::sync::{Mutex, mpsc};

/// The timeout of a call.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The Runtime API of one function.
pub(crate) struct RuntimeApi {
    /// The address of the server.
    pub(crate) address: SocketAddr,
    events: mpsc::UnboundedSender<Bytes>,
    responses: mpsc::UnboundedReceiver<Outcome>,
}

/// A response, or the error that the function reported.
type Outcome = Result<Response, String>;

/// A function's response to an event.
pub(crate) struct Response {
    /// The response.
    pub(crate) body: Bytes,
    /// When the function received the event.
    pub(crate) called: Instant,
    /// When the complete response was received.
    pub(crate) received: Instant,
}

/// The state of the server: the channels to [`RuntimeApi`] and the start of the current call.
struct Server {
    events: Mutex<mpsc::UnboundedReceiver<Bytes>>,
    responses: mpsc::UnboundedSender<Outcome>,
    call_started: Mutex<Instant>,
}

impl RuntimeApi {
    /// Starts a server on a free port.
    pub(crate) async fn start() -> Result<Self> {
        let (events, event_receiver) = mpsc::unbounded_channel();
        let (response_sender, responses) = mpsc::unbounded_channel();
        let server =
            Server { events: event_receiver.into(), responses: response_sender, call_started: Instant::now().into() };
        let server = Arc::new(server);
        let address = http::serve(move |request| serve(server.clone(), request)).await?;
        Ok(Self { address, events, responses })
    }

    /// Sends one event to the function and waits for its response.
    pub(crate) async fn invoke(&mut self, event: Bytes) -> Result<Response> {
        self.events.send(event)?;
        let outcome = tokio::time::timeout(TIMEOUT, self.responses.recv())
            .await
            .with_context(|| format!("the function did not respond within {TIMEOUT:?}"))?
            .context("the Runtime API stopped")?;
        match outcome {
            Ok(response) => Ok(response),
            Err(error) => bail!("the function failed: {error}"),
        }
    }
}

async fn serve(server: Arc<Server>, request: HttpRequest) -> HttpResponse<Full<Bytes>> {
    let path = request.uri().path();
    if path.ends_with("/invocation/next") {
        let Some(event) = server.events.lock().await.recv().await else { return http::response(410, "") };
        *server.call_started.lock().await = Instant::now();
        return invocation(event);
    }
    let (called, received) = (*server.call_started.lock().await, Instant::now());
    let succeeded = path.ends_with("/response");
    let body = request.into_body();
    let outcome = if succeeded {
        Ok(Response { body, called, received })
    } else {
        Err(String::from_utf8_lossy(&body).into_owned())
    };
    // The receiver is dropped after the last measured call.
    let _ = server.responses.send(outcome);
    http::response(202, r#"{"status":"OK"}"#)
}

fn invocation(event: Bytes) -> HttpResponse<Full<Bytes>> {
    let deadline = SystemTime::now() + TIMEOUT;
    let deadline = deadline.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis();
    let mut response = http::response(200, event);
    let headers = response.headers_mut();
    let fixed = |text| HeaderValue::from_static(text);
    headers.insert("content-type", fixed("application/json"));
    headers.insert("lambda-runtime-aws-request-id", fixed("8476a536-e9f4-11e8-9739-2dfe598c3fcd"));
    headers
        .insert("lambda-runtime-invoked-function-arn", fixed("arn:aws:lambda:us-east-1:000000000000:function:bench"));
    headers.insert("lambda-runtime-trace-id", fixed("Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Sampled=0"));
    headers.insert(
        "lambda-runtime-deadline-ms",
        HeaderValue::from_str(&deadline.to_string()).unwrap_or_else(|_| fixed("0")),
    );
    response
}
