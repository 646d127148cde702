//! Tests of publishing: the requests that an Event API receives, and failures.

use super::*;
use aws_config::{Region, SdkConfig};
use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::atomic::{AtomicUsize, Ordering},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

/// A publisher whose requests `listener` receives.
fn live(listener: &TcpListener, url: &str) -> Live {
    let credentials = Credentials::new("key", "secret", Some("session".into()), None, "test");
    let sdk = SdkConfig::builder()
        .endpoint_url(format!("http://{}", listener.local_addr().unwrap()))
        .region(Region::new("us-east-1"))
        .credentials_provider(SharedCredentialsProvider::new(credentials))
        .build();
    let variables = HashMap::from([("EVENTS_URL".into(), url.into())]);
    Live::from_environment(&Environment::new(sdk, variables)).unwrap()
}

/// Responds to one request. Returns its head and its body.
async fn respond(listener: &TcpListener, response: &str) -> (String, Value) {
    let (mut stream, _) = listener.accept().await.unwrap();
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    let parts = loop {
        let read = stream.read(&mut buffer).await.unwrap();
        text.push_str(std::str::from_utf8(buffer.get(..read).unwrap()).unwrap());
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && let Ok(body) = serde_json::from_str(body)
        {
            break (head.to_lowercase(), body);
        }
    };
    let response = format!("HTTP/1.1 {response}");
    stream.write_all(response.as_bytes()).await.unwrap();
    parts
}

const PUBLISHED: &str = "200 OK\r\nconnection: close\r\ncontent-length: 29\r\n\r\n{\"successful\":[],\"failed\":[]}";

#[tokio::test]
async fn publishes_events_in_signed_requests_of_five() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let live = live(&listener, "https://api.appsync-api.us-east-1.amazonaws.com/event");
    let events: Vec<Event> = (0..6).map(|number| Event::new(Kind::Health, number)).collect();
    let server = async { (respond(&listener, PUBLISHED).await, respond(&listener, PUBLISHED).await) };
    let ((), ((head, first), (_, second))) = tokio::join!(live.publish(Channel::Fleet, &events), server);

    assert!(head.starts_with("post /event http/1.1"), "{head}");
    assert!(head.contains("\nhost: api.appsync-api.us-east-1.amazonaws.com\r"), "{head}");
    let signed = ["credential=key/", "/us-east-1/appsync/aws4_request", "x-amz-security-token: session", "x-amz-date"];
    assert!(signed.iter().all(|part| head.contains(part)), "{head}");
    assert_eq!((&first["channel"], first["events"].as_array().unwrap().len()), (&json!("/fleet/all"), 5));
    // Each event is a string that contains JSON.
    assert_eq!(second["events"], json!([r#"{"kind":"health","id":"5"}"#]));
}

#[tokio::test]
async fn publishing_succeeds_if_events_are_rejected_or_lost() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let live = live(&listener, "https://api.appsync-api.us-east-1.amazonaws.com/event");
    let rejection = respond(&listener, "401 Unauthorized\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}");
    let events = [Event::new(Kind::Health, "FRIDGE_1")];
    tokio::join!(live.publish(Channel::Fridge("FRIDGE_1"), &events), rejection);
    drop(listener);
    live.publish(Channel::Fridge("FRIDGE_1"), &events).await;
    live.publish(Channel::Fridge("no fridge"), &events).await;
}

#[tokio::test]
async fn publishes_nothing_without_a_url() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let events = [Event::new(Kind::Health, "FRIDGE_1")];
    live(&listener, "").publish(Channel::Fleet, &events).await;
    Live::disabled().publish(Channel::Fleet, &events).await;
}

/// Accepts and counts requests but never responds.
async fn never_answer(listener: TcpListener, calls: Arc<AtomicUsize>) {
    let mut open = Vec::new();
    while let Ok((stream, _)) = listener.accept().await {
        calls.fetch_add(1, Ordering::SeqCst);
        open.push(stream);
    }
}

#[tokio::test]
async fn an_unresponsive_endpoint_opens_the_circuit_and_receives_no_more_requests() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let live = live(&listener, "https://api.appsync-api.us-east-1.amazonaws.com/event").deferred();
    let calls = Arc::new(AtomicUsize::new(0));
    let server = tokio::spawn(never_answer(listener, Arc::clone(&calls)));
    let publish = async || {
        for number in 0..200 {
            live.publish(Channel::Fridge(&format!("FRIDGE_{number}")), &[Event::new(Kind::Health, number)]).await;
        }
    };
    publish().await;
    assert_eq!(calls.load(Ordering::SeqCst), 0, "deferred events are not published before the flush");
    live.flush().await;
    let made = calls.load(Ordering::SeqCst);
    assert!((1..=20).contains(&made), "{made} calls for 200 channels");
    assert!(live.delivery.as_ref().unwrap().is_open());

    publish().await;
    live.flush().await;
    live.publish(Channel::Fleet, &[Event::new(Kind::Health, "FRIDGE_1")]).await;
    assert_eq!(calls.load(Ordering::SeqCst), made, "an open circuit makes no calls");
    server.abort();
}

#[tokio::test]
async fn a_flush_publishes_the_deferred_events_of_all_clones_once() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let live = live(&listener, "https://api.appsync-api.us-east-1.amazonaws.com/event").deferred();
    live.clone().publish(Channel::Fleet, &[Event::new(Kind::Health, 1)]).await;
    live.publish(Channel::Fleet, &[Event::new(Kind::Health, 2)]).await;
    let ((), (_, body)) = tokio::join!(live.flush(), respond(&listener, PUBLISHED));
    assert_eq!(body["events"], json!([r#"{"kind":"health","id":"1"}"#, r#"{"kind":"health","id":"2"}"#]));
    // A second flush makes no request: it would wait for a response.
    live.flush().await;
    assert!(!live.delivery.as_ref().unwrap().is_open());
}
