//! X-Ray subsegments of requests to AWS services, one for each attempt.
//!
//! Lambda runs an X-Ray daemon next to each function and sets its address. The connector of all AWS clients sends it a
//! datagram per request if Lambda sampled the call. Without the address, such as in local stacks, nothing is measured.
//! Tracing never affects a request: a datagram that cannot be sent is lost.

use aws_smithy_runtime_api::{
    box_error::BoxError,
    client::{
        connector_metadata::ConnectorMetadata,
        http::{
            HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
            SharedHttpConnector,
        },
        orchestrator::{HttpRequest, HttpResponse},
        result::ConnectorError,
        runtime_components::{RuntimeComponents, RuntimeComponentsBuilder},
    },
};
use aws_smithy_types::config_bag::ConfigBag;
use serde::Serialize;
use std::{
    env,
    net::{Ipv4Addr, SocketAddr, UdpSocket},
    sync::Arc,
    time::SystemTime,
};
use uuid::Uuid;

/// The variable with the address of the daemon. Lambda sets it if the function is traced.
const DAEMON_ADDRESS: &str = "AWS_XRAY_DAEMON_ADDRESS";
/// The variable with the trace of the current call. The runtime sets it before each call.
const TRACE: &str = "_X_AMZN_TRACE_ID";
/// What precedes each document in a datagram.
const HEADER: &str = "{\"format\": \"json\", \"version\": 1}\n";

/// The client, with a subsegment for each of its requests if the function is traced.
pub(crate) fn traced(client: SharedHttpClient) -> SharedHttpClient {
    match Daemon::from_environment() {
        Some(daemon) => SharedHttpClient::new(TracedClient { client, daemon: Arc::new(daemon) }),
        None => client,
    }
}

/// The X-Ray daemon.
#[derive(Debug)]
struct Daemon {
    socket: UdpSocket,
    address: SocketAddr,
}

impl Daemon {
    fn from_environment() -> Option<Self> {
        let address = env::var(DAEMON_ADDRESS).ok()?.parse().ok()?;
        Self::new(address)
    }

    fn new(address: SocketAddr) -> Option<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.set_nonblocking(true).ok()?;
        Some(Self { socket, address })
    }

    fn send(&self, subsegment: &Subsegment<'_>) {
        if let Ok(document) = serde_json::to_string(subsegment) {
            let _lost = self.socket.send_to(format!("{HEADER}{document}").as_bytes(), self.address);
        }
    }
}

/// The trace of a call that Lambda sampled.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Trace {
    /// The id of the trace.
    root: String,
    /// The id of the function's segment.
    parent: String,
}

impl Trace {
    /// Parses `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1`. `None` if it is not sampled.
    fn parse(text: &str) -> Option<Self> {
        let field = |name: &str| {
            let mut fields = text.split(';').filter_map(|field| field.trim().split_once('='));
            fields.find_map(|(found, value)| (found == name).then(|| value.to_owned()))
        };
        let is_sampled = field("Sampled")? == "1";
        is_sampled.then(|| Some(Self { root: field("Root")?, parent: field("Parent")? }))?
    }
}

/// What a request does: the service and its operation.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Step {
    service: String,
    operation: String,
}

impl Step {
    /// From the host, such as `dynamodb.us-east-1.amazonaws.com`, and the target, such as `DynamoDB_20120810.Query`. Services
    /// without a target have the method as the operation.
    fn of(request: &HttpRequest) -> Self {
        let uri = request.uri();
        let host = uri.split_once("://").map_or(uri, |(_, rest)| rest);
        let host = host.split(['/', ':', '?']).next().unwrap_or_default();
        let service = host.split('.').rev().nth(3).unwrap_or(host);
        let target = request.headers().get("x-amz-target").and_then(|target| target.rsplit_once('.'));
        let operation = target.map_or_else(|| request.method(), |(_, operation)| operation);
        Self { service: service.into(), operation: operation.into() }
    }
}

/// A subsegment, as the daemon expects it. Times are in seconds since 1970.
#[derive(Debug, Serialize)]
struct Subsegment<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    trace_id: &'a str,
    parent_id: &'a str,
    id: String,
    name: &'a str,
    namespace: &'static str,
    start_time: f64,
    end_time: f64,
    /// The request was rejected.
    error: bool,
    /// The request was rejected because there were too many.
    throttle: bool,
    /// The service failed or did not respond.
    fault: bool,
    aws: Operation<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    http: Option<Http>,
}

#[derive(Debug, Serialize)]
struct Operation<'a> {
    operation: &'a str,
}

#[derive(Debug, Serialize)]
struct Http {
    response: Status,
}

#[derive(Debug, Serialize)]
struct Status {
    status: u16,
}

impl<'a> Subsegment<'a> {
    /// A request and its status. `None` if there is no response.
    fn new(trace: &'a Trace, step: &'a Step, start_time: f64, end_time: f64, status: Option<u16>) -> Self {
        Self {
            kind: "subsegment",
            trace_id: &trace.root,
            parent_id: &trace.parent,
            id: format!("{:016x}", Uuid::now_v7().as_u64_pair().1),
            name: &step.service,
            namespace: "aws",
            start_time,
            end_time,
            error: status.is_some_and(|status| (400..500).contains(&status)),
            throttle: status == Some(429),
            fault: status.is_none_or(|status| status >= 500),
            aws: Operation { operation: &step.operation },
            http: status.map(|status| Http { response: Status { status } }),
        }
    }
}

fn seconds() -> f64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

#[derive(Debug)]
struct TracedClient {
    client: SharedHttpClient,
    daemon: Arc<Daemon>,
}

impl HttpClient for TracedClient {
    fn http_connector(&self, settings: &HttpConnectorSettings, components: &RuntimeComponents) -> SharedHttpConnector {
        let connector = self.client.http_connector(settings, components);
        SharedHttpConnector::new(TracedConnector { connector, daemon: Arc::clone(&self.daemon) })
    }

    fn validate_base_client_config(
        &self,
        components: &RuntimeComponentsBuilder,
        config: &ConfigBag,
    ) -> Result<(), BoxError> {
        self.client.validate_base_client_config(components, config)
    }

    fn validate_final_config(&self, components: &RuntimeComponents, config: &ConfigBag) -> Result<(), BoxError> {
        self.client.validate_final_config(components, config)
    }

    fn connector_metadata(&self) -> Option<ConnectorMetadata> {
        self.client.connector_metadata()
    }
}

#[derive(Debug)]
struct TracedConnector {
    connector: SharedHttpConnector,
    daemon: Arc<Daemon>,
}

impl HttpConnector for TracedConnector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        match env::var(TRACE).ok().as_deref().and_then(Trace::parse) {
            Some(trace) => {
                let (connector, daemon) = (self.connector.clone(), Arc::clone(&self.daemon));
                HttpConnectorFuture::new(measured(connector, daemon, trace, request))
            }
            None => self.connector.call(request),
        }
    }
}

async fn measured(
    connector: SharedHttpConnector,
    daemon: Arc<Daemon>,
    trace: Trace,
    request: HttpRequest,
) -> Result<HttpResponse, ConnectorError> {
    let (step, start) = (Step::of(&request), seconds());
    let response = connector.call(request).await;
    let status = response.as_ref().ok().map(|response| response.status().as_u16());
    daemon.send(&Subsegment::new(&trace, &step, start, seconds(), status));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_smithy_runtime_api::http::StatusCode;
    use aws_smithy_types::body::SdkBody;
    use rstest::rstest;
    use serde_json::{Value, json};

    #[rstest]
    #[case::sampled("Root=1-5759e988-bd86;Parent=5399;Sampled=1", Some(("1-5759e988-bd86", "5399")))]
    #[case::with_lineage("Root=1-a;Parent=b;Sampled=1;Lineage=1:x:0", Some(("1-a", "b")))]
    #[case::in_another_order("Sampled=1; Parent=b; Root=1-a", Some(("1-a", "b")))]
    #[case::not_sampled("Root=1-a;Parent=b;Sampled=0", None)]
    #[case::without_a_decision("Root=1-a;Parent=b", None)]
    #[case::without_a_parent("Root=1-a;Sampled=1", None)]
    #[case::empty("", None)]
    fn reads_the_trace_of_a_sampled_call(#[case] text: &str, #[case] expected: Option<(&str, &str)>) {
        let trace = Trace::parse(text);
        assert_eq!(trace.as_ref().map(|trace| (trace.root.as_str(), trace.parent.as_str())), expected);
    }

    fn request(uri: &str, target: Option<&'static str>) -> HttpRequest {
        let mut request = HttpRequest::new(SdkBody::empty());
        request.set_uri(uri).unwrap();
        request.set_method("POST").unwrap();
        if let Some(target) = target {
            request.headers_mut().insert("x-amz-target", target);
        }
        request
    }

    #[rstest]
    #[case("https://dynamodb.us-east-1.amazonaws.com/", Some("DynamoDB_20120810.Query"), "dynamodb", "Query")]
    #[case("https://sns.us-east-1.amazonaws.com/", None, "sns", "POST")]
    #[case("https://bucket.s3.us-east-1.amazonaws.com/a/b?x-id=PutObject", None, "s3", "POST")]
    #[case("https://localhost:4566/", None, "localhost", "POST")]
    fn names_the_service_and_the_operation(
        #[case] uri: &str,
        #[case] target: Option<&'static str>,
        #[case] service: &str,
        #[case] operation: &str,
    ) {
        let expected = Step { service: service.into(), operation: operation.into() };
        assert_eq!(Step::of(&request(uri, target)), expected);
    }

    /// A connector that responds with a status, or fails.
    #[derive(Debug)]
    struct Responder(Option<u16>);

    impl HttpConnector for Responder {
        fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
            let response =
                self.0.map(|status| HttpResponse::new(StatusCode::try_from(status).unwrap(), SdkBody::from("body")));
            HttpConnectorFuture::ready(response.ok_or_else(|| ConnectorError::timeout("no response".into())))
        }
    }

    #[rstest]
    #[case::a_response(Some(200), [false, false, false])]
    #[case::a_rejection(Some(400), [true, false, false])]
    #[case::too_many_requests(Some(429), [true, true, false])]
    #[case::a_failure(Some(503), [false, false, true])]
    #[case::no_response(None, [false, false, true])]
    #[tokio::test]
    async fn sends_a_subsegment_and_returns_the_response(#[case] status: Option<u16>, #[case] outcome: [bool; 3]) {
        let receiver = UdpSocket::bind("127.0.0.1:0").unwrap();
        let daemon = Arc::new(Daemon::new(receiver.local_addr().unwrap()).unwrap());
        let trace = Trace { root: "1-a".into(), parent: "b".into() };
        let request = request("https://dynamodb.us-east-1.amazonaws.com/", Some("DynamoDB_20120810.Query"));
        let response = measured(SharedHttpConnector::new(Responder(status)), daemon, trace, request).await;
        assert_eq!(response.ok().map(|response| response.status().as_u16()), status);

        let mut buffer = [0; 1024];
        let size = receiver.recv(&mut buffer).unwrap();
        let text = std::str::from_utf8(&buffer[..size]).unwrap();
        let (header, document) = text.split_once('\n').unwrap();
        assert_eq!(serde_json::from_str::<Value>(header).unwrap(), json!({ "format": "json", "version": 1 }));
        let mut document: Value = serde_json::from_str(document).unwrap();
        assert_eq!(document["id"].take().as_str().unwrap().len(), 16);
        let (start, end) = (document["start_time"].take(), document["end_time"].take());
        assert!(start.as_f64().unwrap() <= end.as_f64().unwrap());
        let mut expected = json!({
            "type": "subsegment", "trace_id": "1-a", "parent_id": "b", "id": null, "name": "dynamodb", "namespace": "aws",
            "start_time": null, "end_time": null, "error": outcome[0], "throttle": outcome[1], "fault": outcome[2],
            "aws": { "operation": "Query" },
        });
        if let Some(status) = status {
            expected["http"] = json!({ "response": { "status": status } });
        }
        assert_eq!(document, expected);
    }
}
