//! A proxy between a function and DynamoDB that breaks the transactions of some fridges.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// What becomes of the transactions that name some fridge.
#[derive(Clone, Debug, Default)]
struct Faults {
    /// They are answered with 500, and reach nobody.
    broken: Vec<String>,
    /// The first is carried out and answered with 500.
    lost: Vec<String>,
}

/// The proxy, on a port of its own.
pub(crate) struct Proxy {
    port: u16,
    faults: Arc<Mutex<Faults>>,
}

impl Proxy {
    /// Starts it in front of the emulator at `endpoint`.
    pub(crate) async fn start(endpoint: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Self { port: listener.local_addr().unwrap().port(), faults: Arc::default() };
        let faults = proxy.faults.clone();
        let upstream = endpoint.trim_start_matches("http://").trim_end_matches('/').to_owned();
        tokio::spawn(async move {
            while let Ok((function, _)) = listener.accept().await {
                let dynamodb = TcpStream::connect(&upstream).await.unwrap();
                tokio::spawn(pass(function, dynamodb, faults.clone()));
            }
        });
        proxy
    }

    /// Where it listens.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// From now on DynamoDB fails at transactions that name one of these.
    pub(crate) fn break_writes_of(&self, fridges: &[String]) {
        *lock(&self.faults) = Faults { broken: fridges.to_vec(), lost: Vec::new() };
    }

    /// From now on the answer to the first transaction of each of these is lost, and nothing else fails.
    pub(crate) fn lose_answers_of(&self, fridges: &[String]) {
        *lock(&self.faults) = Faults { broken: Vec::new(), lost: fridges.to_vec() };
    }
}

fn lock(faults: &Mutex<Faults>) -> MutexGuard<'_, Faults> {
    faults.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes calls and their answers on, one after the other, until one side hangs up.
async fn pass(mut function: TcpStream, mut dynamodb: TcpStream, faults: Arc<Mutex<Faults>>) -> Option<()> {
    // Without it, Nagle's algorithm and the delayed acknowledgement add 40 ms to each call.
    let _ = (function.set_nodelay(true), dynamodb.set_nodelay(true));
    loop {
        let call = message(&mut function).await?;
        let text = String::from_utf8_lossy(&call);
        let names = |id: &String| text.contains("TransactWriteItems") && text.contains(&format!("\"{id}\""));
        let (broken, lost) = {
            let mut faults = lock(&faults);
            let (broken, lost) = (faults.broken.iter().any(names), faults.lost.iter().any(names));
            faults.lost.retain(|id| !names(id));
            (broken, lost)
        };
        let mut answer = FAILURE.as_bytes().to_vec();
        if !broken {
            dynamodb.write_all(&call).await.ok()?;
            let heard = message(&mut dynamodb).await?;
            answer = if lost { answer } else { heard };
        }
        function.write_all(&answer).await.ok()?;
    }
}

const FAILURE: &str = "HTTP/1.1 500 Internal Server Error\r\ncontent-type: application/x-amz-json-1.0\r\n\
    content-length: 57\r\n\r\n{\"__type\":\"InternalServerError\",\"message\":\"It is broken\"}";

/// One HTTP message with its body; `None` where the peer hung up.
async fn message(peer: &mut TcpStream) -> Option<Vec<u8>> {
    let (mut bytes, mut part) = (Vec::new(), vec![0; 65536]);
    loop {
        if length(&bytes).is_some_and(|length| bytes.len() >= length) {
            return Some(bytes);
        }
        let read = peer.read(&mut part).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&part[..read]);
    }
}

/// How long the message is, once its head is there.
fn length(bytes: &[u8]) -> Option<usize> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let body = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
    Some(end + body.unwrap_or_default())
}
