//! A client that sends a larger message than the broker accepts. The MQTT library would not send it.

use super::Identity;
use crate::{Stack, must};
use bytes::BytesMut;
use rumqttc::v5::mqttbytes::{
    QoS,
    v5::{Connect, Publish},
};
use rustls::{ClientConnection, StreamOwned, pki_types::ServerName};
use simulate::agent::session::Broker;
use std::{
    io::{Read, Result, Write},
    net::TcpStream,
    sync::Arc,
    time::Duration,
};

/// The type of a DISCONNECT packet, in the upper half of its first byte.
const DISCONNECT: u8 = 0xE0;
/// The timeout of a response.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Connects, publishes a payload of this size on `topic`, and returns the reason code with which the broker disconnects
/// the client; `None` if the broker closes the connection without one.
pub async fn publish_oversized(stack: &Stack, identity: &Identity, topic: &str, bytes: usize) -> Option<u8> {
    let broker = must("broker", Broker::of(stack.mqtt()));
    let tls = must("credentials", broker.tls(&identity.issued.credentials));
    let (client_id, topic) = (identity.fridge.clone(), topic.to_owned());
    let exchange = move || -> Result<Option<u8>> {
        let name = ServerName::try_from(broker.host.clone()).map_err(std::io::Error::other)?;
        let connection = ClientConnection::new(Arc::new(tls), name).map_err(std::io::Error::other)?;
        let socket = TcpStream::connect((broker.host.as_str(), broker.port))?;
        socket.set_read_timeout(Some(TIMEOUT))?;
        let mut stream = StreamOwned::new(connection, socket);
        let mut packets = BytesMut::new();
        let connect = Connect { keep_alive: 30, client_id, clean_start: true, properties: None };
        connect.write(&None, &None, &mut packets).map_err(std::io::Error::other)?;
        stream.write_all(&packets)?;
        read_packet(&mut stream)?;
        let mut publish = Publish::new(topic, QoS::AtLeastOnce, vec![b'x'; bytes], None);
        publish.pkid = 1;
        packets.clear();
        publish.write(&mut packets).map_err(std::io::Error::other)?;
        stream.write_all(&packets)?;
        match read_packet(&mut stream) {
            Ok((DISCONNECT, body)) => Ok(body.first().copied()),
            _ => Ok(None),
        }
    };
    must("the exchange", must("thread", tokio::task::spawn_blocking(exchange).await))
}

/// Reads a packet: its type, and what follows its header.
fn read_packet(stream: &mut impl Read) -> Result<(u8, Vec<u8>)> {
    let mut byte = || -> Result<u8> {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        Ok(byte[0])
    };
    let kind = byte()? & 0xF0;
    // The length has seven bits in each byte, lowest first. The highest bit states that another byte follows.
    let (mut length, mut shift) = (0, 0);
    loop {
        let next = byte()?;
        length |= usize::from(next & 0x7F) << shift;
        shift += 7;
        if next & 0x80 == 0 || shift > 21 {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok((kind, body))
}
