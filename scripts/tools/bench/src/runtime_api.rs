//! The Lambda Runtime API, as far as a function under a runtime client needs it.

use crate::http::{self, Received};
use anyhow::{Context, Result, bail};
use bytes::Bytes;
use http_body_util::Full;
use hyper::{Response, header::HeaderValue};
use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};
use tokio::sync::{Mutex, mpsc};

/// How long a function may take to answer before it counts as stuck.
const DEADLINE: Duration = Duration::from_secs(30);

/// One function's Runtime API.
pub(crate) struct RuntimeApi {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    events: mpsc::UnboundedSender<Bytes>,
    answers: mpsc::UnboundedReceiver<Answer>,
}

/// What a function did with an event.
struct Answer {
    outcome: Result<Bytes, String>,
    latency: Duration,
}

/// The function's side.
struct Side {
    events: Mutex<mpsc::UnboundedReceiver<Bytes>>,
    answers: mpsc::UnboundedSender<Answer>,
    handed_out: Mutex<Instant>,
}

impl RuntimeApi {
    /// Starts one on a free port.
    pub(crate) async fn start() -> Result<Self> {
        let (events, next) = mpsc::unbounded_channel();
        let (answered, answers) = mpsc::unbounded_channel();
        let side = Arc::new(Side { events: next.into(), answers: answered, handed_out: Instant::now().into() });
        let address = http::serve(move |request| serve(side.clone(), request)).await?;
        Ok(Self { address, events, answers })
    }

    /// Lets the function handle one event. The latency runs from the moment the event left until its answer was here.
    pub(crate) async fn invoke(&mut self, event: Bytes) -> Result<(Bytes, Duration)> {
        self.events.send(event)?;
        let answer = tokio::time::timeout(DEADLINE, self.answers.recv())
            .await
            .context("the function did not answer in time")?
            .context("the Runtime API has ended")?;
        match answer.outcome {
            Ok(body) => Ok((body, answer.latency)),
            Err(problem) => bail!("the function failed: {problem}"),
        }
    }
}

async fn serve(side: Arc<Side>, request: Received) -> Response<Full<Bytes>> {
    let path = request.uri().path();
    if path.ends_with("/invocation/next") {
        let Some(event) = side.events.lock().await.recv().await else { return http::answer(410, "") };
        *side.handed_out.lock().await = Instant::now();
        return invocation(event);
    }
    let latency = side.handed_out.lock().await.elapsed();
    let succeeded = path.ends_with("/response");
    let body = request.into_body();
    let outcome = if succeeded { Ok(body) } else { Err(String::from_utf8_lossy(&body).into_owned()) };
    // Nobody listens once the function has been measured.
    let _ = side.answers.send(Answer { outcome, latency });
    http::answer(202, r#"{"status":"OK"}"#)
}

fn invocation(event: Bytes) -> Response<Full<Bytes>> {
    let deadline = SystemTime::now() + DEADLINE;
    let deadline = deadline.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis();
    let mut response = http::answer(200, event);
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
