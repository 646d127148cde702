//! A proxy between a function and DynamoDB that kills the function before or after a transaction.

use std::{
    fs,
    process::Command,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    select,
};

/// When the function is killed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Crash {
    /// Before its transaction reaches DynamoDB.
    BeforeWrite,
    /// After its transaction is written, before it receives the response.
    AfterWrite,
}

/// The proxy, which listens on a free port.
pub(crate) struct Proxy {
    port: u16,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The change whose transaction triggers the crash.
    trap: Option<(String, Crash)>,
    /// Killed processes of the function since the trap was set.
    killed: usize,
    /// The completed calls of the function.
    calls: Vec<String>,
}

impl Proxy {
    /// Starts a proxy for the emulator at `endpoint`.
    pub(crate) async fn start(endpoint: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Self { port: listener.local_addr().unwrap().port(), state: Arc::default() };
        let (port, state) = (proxy.port, proxy.state.clone());
        let upstream = endpoint.trim_start_matches("http://").trim_end_matches('/').to_owned();
        tokio::spawn(async move {
            while let Ok((function, _)) = listener.accept().await {
                let dynamodb = TcpStream::connect(&upstream).await.unwrap();
                tokio::spawn(forward(function, dynamodb, port, state.clone()));
            }
        });
        proxy
    }

    /// The URL of the proxy.
    pub(crate) fn url(&self) -> String {
        url(self.port)
    }

    /// Kills the function at the next transaction that contains this change.
    pub(crate) fn set_trap(&self, uuid: &str, crash: Crash) {
        let mut state = lock(&self.state);
        (state.trap, state.killed) = (Some((uuid.into(), crash)), 0);
    }

    /// Whether the function was killed since the trap was set.
    pub(crate) fn has_killed(&self) -> bool {
        lock(&self.state).killed > 0
    }

    /// The number of calls that contained the change.
    pub(crate) fn count_calls(&self, uuid: &str) -> usize {
        lock(&self.state).calls.iter().filter(|call| call.contains(uuid)).count()
    }
}

fn url(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forwards calls until one side closes the connection or the function is killed. To stop a call, its last part is not
/// forwarded: DynamoDB ignores the incomplete call.
async fn forward(mut function: TcpStream, mut dynamodb: TcpStream, port: u16, state: Arc<Mutex<State>>) {
    // Nagle's algorithm and delayed acknowledgments would add 40 ms to each call.
    let _ = (function.set_nodelay(true), dynamodb.set_nodelay(true));
    let (mut call, mut crash) = (String::new(), None);
    let (mut request, mut response) = (vec![0; 65536], vec![0; 65536]);
    loop {
        select! {
            read = function.read(&mut request) => {
                let Ok(length @ 1..) = read else { return };
                call.push_str(&String::from_utf8_lossy(&request[..length]));
                crash = triggered_crash(&state, &call);
                if crash == Some(Crash::BeforeWrite) {
                    return kill(port, &state);
                }
                let _ = dynamodb.write_all(&request[..length]).await;
            }
            read = dynamodb.read(&mut response) => {
                let Ok(length @ 1..) = read else { return };
                if crash.is_some() {
                    return kill(port, &state);
                }
                if !call.is_empty() {
                    lock(&state).calls.push(std::mem::take(&mut call));
                }
                let _ = function.write_all(&response[..length]).await;
            }
        }
    }
}

/// The crash to trigger if the trap is set for this call.
fn triggered_crash(state: &Mutex<State>, call: &str) -> Option<Crash> {
    let state = lock(state);
    let (uuid, crash) = state.trap.as_ref()?;
    (call.contains("TransactWriteItems") && call.contains(uuid)).then_some(*crash)
}

/// Kills all processes that use this proxy as their DynamoDB endpoint: only the function.
fn kill(port: u16, state: &Mutex<State>) {
    let variable = format!("{}={}", crate::ENDPOINT, url(port));
    let mut state = lock(state);
    state.trap = None;
    for process in fs::read_dir("/proc").unwrap().flatten() {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        if environment.split(|byte| *byte == 0).any(|entry| entry == variable.as_bytes()) {
            let killed = Command::new("kill").arg("-KILL").arg(process.file_name()).status();
            state.killed += usize::from(killed.is_ok_and(|status| status.success()));
        }
    }
}
