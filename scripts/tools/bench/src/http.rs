//! A small HTTP server on a free port of the loopback interface.

use anyhow::Result;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::{Request, Response, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use std::{future::Future, net::SocketAddr};
use tokio::{net::TcpListener, task};

/// A request with its complete body.
pub(crate) type HttpRequest = Request<Bytes>;

/// Starts a server that runs until the tool ends, and returns its address.
pub(crate) async fn serve<H, F>(handler: H) -> Result<SocketAddr>
where
    H: Fn(HttpRequest) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Response<Full<Bytes>>> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    task::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            // With Nagle's algorithm, delayed acknowledgments would add 40 ms to each response.
            let _ = connection.set_nodelay(true);
            let handler = handler.clone();
            let service = service_fn(move |request: Request<Incoming>| {
                let handler = handler.clone();
                async move {
                    let (parts, body) = request.into_parts();
                    let body = body.collect().await?.to_bytes();
                    Ok::<_, hyper::Error>(handler(Request::from_parts(parts, body)).await)
                }
            });
            // A connection fails when its function ends, which is expected.
            task::spawn(http1::Builder::new().serve_connection(TokioIo::new(connection), service));
        }
    });
    Ok(address)
}

/// Creates a response with a status and a body.
pub(crate) fn response(status: u16, body: impl Into<Bytes>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = hyper::StatusCode::from_u16(status).unwrap_or_default();
    response
}
