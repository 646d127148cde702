//! Subscriptions to live events with the WebSocket protocol of AppSync Events, as in the web app.

use crate::{Stack, must};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderValue},
};

const PROTOCOL: &str = "aws-appsync-event-ws";
/// The timeout for an expected frame.
const FRAME_TIMEOUT: Duration = Duration::from_secs(30);

/// A subscription to one channel on its own socket.
#[derive(Debug)]
pub struct Subscription(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Subscription {
    /// Connects and subscribes to a channel, optionally without a token.
    ///
    /// # Errors
    /// The rejected step: `connect` or `subscribe`.
    pub async fn start(stack: &Stack, token: Option<&str>, channel: &str) -> Result<Self, &'static str> {
        let live = &stack.description.live;
        let authorization = json!({ "host": live.http_host, "Authorization": token.unwrap_or_default() });
        let header = BASE64_URL_SAFE_NO_PAD.encode(authorization.to_string());
        let endpoint =
            stack.description.account.endpoint.as_deref().and_then(|endpoint| endpoint.strip_prefix("http://"));
        // The emulator has one address and selects the API by the host header.
        let url = match endpoint {
            Some(address) => format!("ws://{address}/event/realtime"),
            None => format!("wss://{}/event/realtime", live.realtime_host),
        };
        let mut request = must(&url, url.as_str().into_client_request());
        let header_value = |text: &str| must(&url, HeaderValue::from_str(text));
        request.headers_mut().insert("host", header_value(&live.realtime_host));
        request.headers_mut().insert("sec-websocket-protocol", header_value(&format!("{PROTOCOL}, header-{header}")));
        let Ok((socket, _)) = connect_async(request).await else { return Err("connect") };
        let mut subscription = Self(socket);
        subscription.send(&json!({ "type": "connection_init" })).await;
        if subscription
            .frame(&["connection_ack", "connection_error"])
            .await
            .is_none_or(|f| f["type"] != "connection_ack")
        {
            return Err("connect");
        }
        let subscribe = json!({ "type": "subscribe", "id": "s", "channel": channel, "authorization": authorization });
        subscription.send(&subscribe).await;
        let response = subscription.frame(&["subscribe_success", "subscribe_error"]).await;
        let subscribed = response.is_some_and(|frame| frame["type"] == "subscribe_success");
        if subscribed { Ok(subscription) } else { Err("subscribe") }
    }

    /// Waits for the next event of the channel.
    pub async fn event(&mut self) -> Value {
        let frame = must("an event", self.frame(&["data"]).await.ok_or("the socket was closed"));
        let event = frame["event"].as_str().or_else(|| frame["event"][0].as_str()).unwrap_or_default();
        must(event, serde_json::from_str(event))
    }

    async fn send(&mut self, frame: &Value) {
        // A server that rejects the connection closes the socket. The next read reports it.
        let _ = self.0.send(Message::text(frame.to_string())).await;
    }

    /// Waits for the next frame of one of these types. Returns `None` if the socket is closed first.
    async fn frame(&mut self, types: &[&str]) -> Option<Value> {
        loop {
            let message = must(&format!("a frame of {types:?}"), timeout(FRAME_TIMEOUT, self.0.next()).await)?.ok()?;
            let Message::Text(text) = message else { continue };
            let frame: Value = must(&text, serde_json::from_str(&text));
            if frame["type"].as_str().is_some_and(|kind| types.contains(&kind)) {
                return Some(frame);
            }
        }
    }
}
