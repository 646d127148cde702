//! A proxy between a function and DynamoDB that kills the function at the worst moments.

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
    /// Its transaction does not reach DynamoDB.
    BeforeItIsWritten,
    /// Its transaction is written, but it never hears so.
    AfterItIsWritten,
}

/// The proxy, on a port of its own.
pub(crate) struct Proxy {
    port: u16,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The change whose transaction is the moment.
    trap: Option<(String, Crash)>,
    /// Processes of the function that were killed since the trap was set.
    killed: usize,
    /// What the function sent, call by call.
    calls: Vec<String>,
}

impl Proxy {
    /// Starts it in front of the emulator at `endpoint`.
    pub(crate) async fn start(endpoint: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Self { port: listener.local_addr().unwrap().port(), state: Arc::default() };
        let (port, state) = (proxy.port, proxy.state.clone());
        let upstream = endpoint.trim_start_matches("http://").trim_end_matches('/').to_owned();
        tokio::spawn(async move {
            while let Ok((function, _)) = listener.accept().await {
                let dynamodb = TcpStream::connect(&upstream).await.unwrap();
                tokio::spawn(pass(function, dynamodb, port, state.clone()));
            }
        });
        proxy
    }

    /// Where it listens.
    pub(crate) fn url(&self) -> String {
        url(self.port)
    }

    /// Kills the function at the next transaction that names this change.
    pub(crate) fn set_trap(&self, uuid: &str, crash: Crash) {
        let mut state = lock(&self.state);
        (state.trap, state.killed) = (Some((uuid.into(), crash)), 0);
    }

    /// Whether the trap has sprung, and the function is dead.
    pub(crate) fn killed(&self) -> bool {
        lock(&self.state).killed > 0
    }

    /// How many calls named the change.
    pub(crate) fn calls_about(&self, uuid: &str) -> usize {
        lock(&self.state).calls.iter().filter(|call| call.contains(uuid)).count()
    }
}

fn url(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes calls on until one side hangs up or the function is killed. What completes a call that is to be stopped is
/// held back: DynamoDB then has a part of a call, which does nothing.
async fn pass(mut function: TcpStream, mut dynamodb: TcpStream, port: u16, state: Arc<Mutex<State>>) {
    // Without it, Nagle's algorithm and the delayed acknowledgement add 40 ms to each call.
    let _ = (function.set_nodelay(true), dynamodb.set_nodelay(true));
    let (mut call, mut crash) = (String::new(), None);
    let (mut asked, mut answered) = (vec![0; 65536], vec![0; 65536]);
    loop {
        select! {
            read = function.read(&mut asked) => {
                let Ok(length @ 1..) = read else { return };
                call.push_str(&String::from_utf8_lossy(&asked[..length]));
                crash = sprung(&state, &call);
                if crash == Some(Crash::BeforeItIsWritten) {
                    return kill(port, &state);
                }
                let _ = dynamodb.write_all(&asked[..length]).await;
            }
            read = dynamodb.read(&mut answered) => {
                let Ok(length @ 1..) = read else { return };
                if crash.is_some() {
                    return kill(port, &state);
                }
                if !call.is_empty() {
                    lock(&state).calls.push(std::mem::take(&mut call));
                }
                let _ = function.write_all(&answered[..length]).await;
            }
        }
    }
}

/// How the function is to crash, where the call is the one that the trap is set for.
fn sprung(state: &Mutex<State>, call: &str) -> Option<Crash> {
    let state = lock(state);
    let (uuid, crash) = state.trap.as_ref()?;
    (call.contains("TransactWriteItems") && call.contains(uuid)).then_some(*crash)
}

/// Kills what was started with this proxy as its DynamoDB, which is only the function.
fn kill(port: u16, state: &Mutex<State>) {
    let mark = format!("{}={}", crate::ENDPOINT, url(port));
    let mut state = lock(state);
    state.trap = None;
    for process in fs::read_dir("/proc").unwrap().flatten() {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        if environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes()) {
            let killed = Command::new("kill").arg("-KILL").arg(process.file_name()).status();
            state.killed += usize::from(killed.is_ok_and(|status| status.success()));
        }
    }
}
