//! A proxy between a function and DynamoDB that fails the transactions of some fridges.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The fridges whose transactions fail.
#[derive(Clone, Debug, Default)]
struct Faults {
    /// Their transactions fail with status 500 and are not forwarded.
    broken: Vec<String>,
    /// The first transaction of each is executed, but fails with status 500.
    lost: Vec<String>,
}

/// The proxy, on a free port.
pub(crate) struct Proxy {
    port: u16,
    faults: Arc<Mutex<Faults>>,
}

impl Proxy {
    /// Starts the proxy in front of the emulator at `endpoint`.
    pub(crate) async fn start(endpoint: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Self { port: listener.local_addr().unwrap().port(), faults: Arc::default() };
        let faults = proxy.faults.clone();
        let upstream = endpoint.trim_start_matches("http://").trim_end_matches('/').to_owned();
        tokio::spawn(async move {
            while let Ok((function, _)) = listener.accept().await {
                let dynamodb = TcpStream::connect(&upstream).await.unwrap();
                tokio::spawn(forward(function, dynamodb, faults.clone()));
            }
        });
        proxy
    }

    /// The URL of the proxy.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Fails all further transactions of these fridges.
    pub(crate) fn break_writes_of(&self, fridges: &[String]) {
        *lock(&self.faults) = Faults { broken: fridges.to_vec(), lost: Vec::new() };
    }

    /// Loses the response to the next transaction of each of these fridges. Nothing else fails.
    pub(crate) fn lose_responses_of(&self, fridges: &[String]) {
        *lock(&self.faults) = Faults { broken: Vec::new(), lost: fridges.to_vec() };
    }
}

fn lock(faults: &Mutex<Faults>) -> MutexGuard<'_, Faults> {
    faults.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forwards requests and responses one after the other until one side closes the connection.
async fn forward(mut function: TcpStream, mut dynamodb: TcpStream, faults: Arc<Mutex<Faults>>) -> Option<()> {
    // Without this, Nagle's algorithm and delayed acknowledgments add 40 ms to each request.
    let _ = (function.set_nodelay(true), dynamodb.set_nodelay(true));
    loop {
        let request = read_message(&mut function).await?;
        let text = String::from_utf8_lossy(&request);
        let names = |id: &String| text.contains("TransactWriteItems") && text.contains(&format!("\"{id}\""));
        let (broken, lost) = {
            let mut faults = lock(&faults);
            let (broken, lost) = (faults.broken.iter().any(names), faults.lost.iter().any(names));
            faults.lost.retain(|id| !names(id));
            (broken, lost)
        };
        let mut response = FAILURE.as_bytes().to_vec();
        if !broken {
            dynamodb.write_all(&request).await.ok()?;
            let received = read_message(&mut dynamodb).await?;
            response = if lost { response } else { received };
        }
        function.write_all(&response).await.ok()?;
    }
}

const FAILURE: &str = "HTTP/1.1 500 Internal Server Error\r\ncontent-type: application/x-amz-json-1.0\r\n\
    content-length: 57\r\n\r\n{\"__type\":\"InternalServerError\",\"message\":\"It is broken\"}";

/// Reads one HTTP message with its body. `None` if the peer closed the connection.
async fn read_message(peer: &mut TcpStream) -> Option<Vec<u8>> {
    let (mut bytes, mut buffer) = (Vec::new(), vec![0; 65536]);
    loop {
        if message_length(&bytes).is_some_and(|length| bytes.len() >= length) {
            return Some(bytes);
        }
        let read = peer.read(&mut buffer).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&buffer[..read]);
    }
}

/// The length of the message in bytes. `None` until its header is complete.
fn message_length(bytes: &[u8]) -> Option<usize> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let body = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
    Some(end + body.unwrap_or_default())
}
