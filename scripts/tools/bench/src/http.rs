//! A small HTTP server on a free port of the loopback interface.

use anyhow::Result;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::{Request, Response, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use std::{future::Future, net::SocketAddr};
use tokio::{net::TcpListener, task};

/// A request whose body has arrived.
pub(crate) type Received = Request<Bytes>;

/// Serves until the tool ends, and says where.
pub(crate) async fn serve<H, F>(handler: H) -> Result<SocketAddr>
where
    H: Fn(Received) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Response<Full<Bytes>>> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    task::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            // Without it, Nagle's algorithm and the delayed acknowledgement add 40 ms to each answer.
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
            // A connection ends when its function does; there is nothing to do about it.
            task::spawn(http1::Builder::new().serve_connection(TokioIo::new(connection), service));
        }
    });
    Ok(address)
}

/// An answer with a status and a body.
pub(crate) fn answer(status: u16, body: impl Into<Bytes>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = hyper::StatusCode::from_u16(status).unwrap_or_default();
    response
}
