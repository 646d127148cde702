//! The resources that functions use. A function declares the access that it needs as a list of [`Access`]; the generator
//! (`scripts/tools/generate`) derives the function's policy, its environment variables and the parameters of its template.
//!
//! Names follow one pattern. `Table::ScheduleChanges` is the output `ScheduleChangesTable` of `infra/data.yaml`, the
//! parameter `ScheduleChangesTable` of a function's template, and the variable `SCHEDULE_CHANGES_TABLE` of the function.

use crate::fridge_topics::{Down, FridgeTopics};
use std::collections::BTreeSet;
use strum::{Display, EnumIter, IntoStaticStr};

/// A table in `infra/data.yaml`.
#[derive(Clone, Copy, Debug, Display, EnumIter, Eq, IntoStaticStr, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "infra/data.yaml describes each table")]
pub enum Table {
    AlertNotices,
    AlertSettings,
    Analytics,
    Audit,
    CorrectiveActions,
    Coupons,
    DeviceAddresses,
    DriverActions,
    DropDecisions,
    FeatureFlags,
    Forecast,
    FridgeAlerts,
    FridgeCommands,
    FridgeConnections,
    FridgeDeployments,
    FridgeHealth,
    FridgeHistory,
    FridgeIdentities,
    FridgeSoftwarePilots,
    FridgeSoftwareVersion,
    HandoverNotes,
    Inventory,
    ItemPrices,
    JitLocations,
    Locations,
    LogiNextSyncs,
    Names,
    Orders,
    PackingSlips,
    PackingZones,
    Pars,
    Permissions,
    Planograms,
    Preferences,
    Reports,
    Roles,
    RouteStops,
    ScheduleChanges,
    SignIns,
    StopTimes,
    Uploads,
}

/// A queue in `infra/messaging.yaml`.
#[derive(Clone, Copy, Debug, Display, EnumIter, Eq, IntoStaticStr, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "infra/messaging.yaml describes each queue")]
pub enum Queue {
    Command,
    ForecastUploads,
    ForwardingDeadLetter,
    LogiNext,
    Schedule,
    Telemetry,
    TelemetryDeadLetter,
    Uploads,
    Upstream,
    UpstreamDeadLetter,
}

/// A topic in `infra/messaging.yaml`.
#[derive(Clone, Copy, Debug, Display, EnumIter, Eq, IntoStaticStr, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "infra/messaging.yaml describes each topic")]
pub enum Topic {
    AlertNotifications,
}

/// A bucket in `infra/data.yaml`.
#[derive(Clone, Copy, Debug, Display, EnumIter, Eq, IntoStaticStr, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "infra/data.yaml describes each bucket")]
pub enum Bucket {
    Artifacts,
    Uploads,
}

/// A namespace of live channels in `infra/live.yaml`.
#[derive(Clone, Copy, Debug, Display, EnumIter, Eq, IntoStaticStr, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "infra/live.yaml describes each namespace")]
pub enum Channels {
    Fleet,
    Fridge,
    Stocking,
}

/// A secret in `infra/partners.yaml`.
#[derive(Clone, Copy, Debug, Display, EnumIter, Eq, IntoStaticStr, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "infra/partners.yaml describes each secret")]
pub enum Secret {
    CardReader,
    LogiNext,
}

/// A parameter of `template.yaml` that functions read.
#[derive(Clone, Copy, Debug, Display, EnumIter, Eq, IntoStaticStr, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "template.yaml describes each parameter")]
pub enum Setting {
    CardReaderUrl,
    CompanyHostMarker,
    CouponMaxDays,
    CouponMaxDollars,
    CouponMaxPercent,
    DriverEmailDomain,
    FirstAdministrator,
    LogiNextUrl,
}

/// The user pool in `infra/identity.yaml`.
#[derive(Clone, Copy, Debug)]
pub struct UserPool;

/// An action on the items of a table.
#[derive(Clone, Copy, Debug, Display, Eq, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "the names are those of the DynamoDB API")]
pub enum TableAction {
    BatchGetItem,
    BatchWriteItem,
    ConditionCheckItem,
    DeleteItem,
    GetItem,
    PutItem,
    Query,
    UpdateItem,
}

/// An action on the objects of a bucket.
#[derive(Clone, Copy, Debug, Display, Eq, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "the names are those of the S3 API")]
pub enum ObjectAction {
    DeleteObject,
    GetObject,
    PutObject,
}

/// An action on a topic.
#[derive(Clone, Copy, Debug, Display, Eq, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "the names are those of the SNS API")]
pub enum TopicAction {
    ListSubscriptionsByTopic,
    Publish,
    Subscribe,
}

/// The broker of the fridges, which `infra/fridges.yaml` configures.
#[derive(Clone, Copy, Debug)]
pub struct Broker;

/// An action on the things, certificates and connections of the broker.
#[derive(Clone, Copy, Debug, Display, Eq, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "the names are those of the AWS IoT API")]
pub enum BrokerAction {
    AttachPolicy,
    AttachThingPrincipal,
    CreateCertificateFromCsr,
    CreateThing,
    DeleteConnection,
    DetachThingPrincipal,
    ListThingPrincipals,
    UpdateCertificate,
}

impl BrokerAction {
    /// The kind of resource that the action's permission names: `cert` for a certificate. `None` if AWS IoT has no
    /// resource-level permission for the action.
    const fn resource(self) -> Option<&'static str> {
        match self {
            Self::AttachPolicy | Self::UpdateCertificate => Some("cert"),
            Self::CreateThing | Self::ListThingPrincipals => Some("thing"),
            Self::DeleteConnection => Some("client"),
            Self::AttachThingPrincipal | Self::CreateCertificateFromCsr | Self::DetachThingPrincipal => None,
        }
    }
}

/// The address of the web app, for links in messages.
#[derive(Clone, Copy, Debug)]
pub struct WebApp;

/// An action on the user pool.
#[derive(Clone, Copy, Debug, Display, Eq, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "the names are those of the Cognito API")]
pub enum UserPoolAction {
    AdminCreateUser,
    AdminDisableUser,
    AdminEnableUser,
    AdminGetUser,
    AdminUserGlobalSignOut,
    ListUsers,
}

/// One access that a function needs.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// Actions on the items of a table. Without actions, the function reads only the table's name.
    Table(Table, &'static [TableAction]),
    /// Queries of an index.
    Index(Table, &'static str),
    /// Sends messages to a queue.
    Send(Queue),
    /// Receives the messages of a queue. Derived from [`crate::declaration::Source::Queue`].
    Receive(Queue),
    /// Actions on the objects of a bucket whose keys match a pattern.
    Objects(Bucket, &'static str, &'static [ObjectAction]),
    /// Lists the keys of a bucket.
    Keys(Bucket),
    /// Publishes live events.
    Publish(Channels),
    /// Publishes messages to fridges on one of their topics.
    PublishTo(Down),
    /// Actions on the things, certificates and connections of the broker.
    Broker(&'static [BrokerAction]),
    /// Actions on a topic.
    Topic(Topic, &'static [TopicAction]),
    /// Ends subscriptions of topics. SNS has no resource-level permission for it.
    Unsubscribe,
    /// Reads the address of the web app.
    WebApp,
    /// Actions on the user pool.
    UserPool(&'static [UserPoolAction]),
    /// Reads a secret.
    Secret(Secret),
    /// Reads a parameter of the stack.
    Setting(Setting),
}

impl Table {
    /// Actions on the items of the table.
    pub const fn allows(self, actions: &'static [TableAction]) -> Access {
        Access::Table(self, actions)
    }

    /// The table's name without access to its items, for a store whose other functions are not called.
    pub const fn name_only(self) -> Access {
        Access::Table(self, &[])
    }

    /// Queries of an index.
    pub const fn index(self, name: &'static str) -> Access {
        Access::Index(self, name)
    }
}

impl Queue {
    /// Sends messages to the queue.
    pub const fn sends(self) -> Access {
        Access::Send(self)
    }
}

impl Bucket {
    /// Actions on the objects whose keys match `pattern`, such as `forecast-uploads/*`.
    pub const fn objects(self, pattern: &'static str, actions: &'static [ObjectAction]) -> Access {
        Access::Objects(self, pattern, actions)
    }

    /// Lists the bucket's keys.
    pub const fn lists_keys(self) -> Access {
        Access::Keys(self)
    }
}

impl Channels {
    /// Publishes live events to the namespace's channels.
    pub const fn publishes(self) -> Access {
        Access::Publish(self)
    }
}

impl Topic {
    /// Actions on the topic.
    pub const fn allows(self, actions: &'static [TopicAction]) -> Access {
        Access::Topic(self, actions)
    }

    /// Ends subscriptions of topics.
    pub const fn unsubscribes() -> Access {
        Access::Unsubscribe
    }
}

impl Down {
    /// Publishes messages to fridges on this topic.
    pub const fn publishes(self) -> Access {
        Access::PublishTo(self)
    }
}

impl Broker {
    /// Actions on the things, certificates and connections of the broker.
    pub const fn allows(self, actions: &'static [BrokerAction]) -> Access {
        Access::Broker(actions)
    }
}

impl WebApp {
    /// Reads the address of the web app.
    pub const fn reads(self) -> Access {
        Access::WebApp
    }
}

impl UserPool {
    /// Actions on the user pool.
    pub const fn allows(self, actions: &'static [UserPoolAction]) -> Access {
        Access::UserPool(actions)
    }
}

impl Secret {
    /// Reads the secret.
    pub const fn reads(self) -> Access {
        Access::Secret(self)
    }
}

impl Setting {
    /// Reads the setting.
    pub const fn reads(self) -> Access {
        Access::Setting(self)
    }
}

/// A parameter of a function's template.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Parameter {
    /// The parameter's name.
    pub name: String,
    /// The expression in `template.yaml` that is its value.
    pub value: String,
}

impl Parameter {
    /// A parameter with the value of an output with the same name.
    pub fn output(stack: &str, name: impl Into<String>) -> Self {
        let name = name.into();
        Self { value: format!("!GetAtt {stack}.Outputs.{name}"), name }
    }

    /// A parameter with the value of the parameter of the same name of `template.yaml`.
    pub fn root(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { value: format!("!Ref {name}"), name }
    }
}

/// A statement of a function's policy.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Statement {
    /// The allowed actions, such as `dynamodb:GetItem`.
    pub actions: Vec<String>,
    /// The expression of the resource in the function's template.
    pub resource: String,
}

impl Access {
    /// The variables that the function reads: each name, and the parameter that is its value.
    pub fn variables(&self) -> Vec<(String, String)> {
        let variable = |parameter: String| (screaming_snake_case(&parameter), parameter);
        match self {
            Self::Table(table, _) | Self::Index(table, _) => vec![variable(format!("{table}Table"))],
            Self::Send(queue) => vec![variable(format!("{queue}QueueUrl"))],
            // The Globals section of each template sets the environment, which the topics contain.
            Self::Receive(_) | Self::Unsubscribe | Self::PublishTo(_) | Self::Broker(_) => Vec::new(),
            Self::Objects(bucket, ..) | Self::Keys(bucket) => vec![variable(format!("{bucket}Bucket"))],
            Self::Publish(_) => vec![variable("EventsUrl".into())],
            Self::Topic(topic, _) => vec![variable(format!("{topic}TopicArn"))],
            Self::WebApp => vec![variable("WebUrl".into())],
            Self::UserPool(_) => vec![variable("UserPoolId".into())],
            Self::Secret(secret) => vec![variable(format!("{secret}Secret"))],
            Self::Setting(setting) => vec![variable(setting.to_string())],
        }
    }

    /// The statements of the policy, one for each resource. Empty if the access needs none.
    pub fn statements(&self) -> Vec<Statement> {
        let table = |table: &Table, index: String| format!("!Sub \"${{Tables}}/${{{table}Table}}{index}\"");
        let (service, actions, resource) = match self {
            Self::Table(_, []) | Self::Setting(_) | Self::WebApp => return Vec::new(),
            Self::Broker(actions) => return broker_statements(actions),
            Self::Table(name, actions) => ("dynamodb", texts(actions), table(name, String::new())),
            Self::Index(name, index) => ("dynamodb", vec!["Query".into()], table(name, format!("/index/{index}"))),
            Self::Send(queue) => ("sqs", vec!["SendMessage".into()], format!("!Ref {queue}QueueArn")),
            Self::Receive(queue) => ("sqs", RECEIVE.map(str::to_owned).to_vec(), format!("!Ref {queue}QueueArn")),
            Self::Objects(bucket, pattern, actions) => {
                ("s3", texts(actions), format!("!Sub \"${{{bucket}BucketArn}}/{pattern}\""))
            }
            Self::Keys(bucket) => ("s3", vec!["ListBucket".into()], format!("!Ref {bucket}BucketArn")),
            Self::Publish(channels) => ("appsync", vec!["EventPublish".into()], format!("!Ref {channels}Channels")),
            Self::PublishTo(topic) => ("iot", publish_actions(*topic), topics_of_all_fridges(*topic)),
            Self::Topic(topic, actions) => ("sns", texts(actions), format!("!Ref {topic}TopicArn")),
            Self::Unsubscribe => ("sns", vec!["Unsubscribe".into()], "\"*\"".into()),
            Self::UserPool(actions) => ("cognito-idp", texts(actions), "!Ref UserPoolArn".into()),
            Self::Secret(secret) => ("secretsmanager", vec!["GetSecretValue".into()], format!("!Ref {secret}Secret")),
        };
        let actions = actions.into_iter().map(|action| format!("{service}:{action}")).collect();
        vec![Statement { actions, resource }]
    }

    /// The parameters that variables and statement refer to.
    pub fn parameters(&self) -> Vec<Parameter> {
        match self {
            Self::Table(table, []) => vec![Parameter::output("Data", format!("{table}Table"))],
            Self::Table(table, _) | Self::Index(table, _) => {
                vec![Parameter::output("Data", "Tables"), Parameter::output("Data", format!("{table}Table"))]
            }
            Self::Send(queue) => vec![
                Parameter::output("Messaging", format!("{queue}QueueUrl")),
                Parameter::output("Messaging", format!("{queue}QueueArn")),
            ],
            Self::Receive(queue) => vec![Parameter::output("Messaging", format!("{queue}QueueArn"))],
            Self::Objects(bucket, ..) | Self::Keys(bucket) => vec![
                Parameter::output("Data", format!("{bucket}Bucket")),
                Parameter::output("Data", format!("{bucket}BucketArn")),
            ],
            Self::Publish(channels) => {
                vec![Parameter::output("Live", "EventsUrl"), Parameter::output("Live", format!("{channels}Channels"))]
            }
            Self::Topic(topic, _) => vec![Parameter::output("Messaging", format!("{topic}TopicArn"))],
            Self::Unsubscribe | Self::PublishTo(_) | Self::Broker(_) => Vec::new(),
            // A local stack has no hosting: Vite serves its web app.
            Self::WebApp => vec![Parameter {
                name: "WebUrl".into(),
                value: "!If [IsHosted, !GetAtt Hosting.Outputs.Url, http://localhost:5173]".into(),
            }],
            Self::UserPool(_) => {
                vec![Parameter::output("Identity", "UserPoolId"), Parameter::output("Identity", "UserPoolArn")]
            }
            Self::Secret(secret) => vec![Parameter::output("Partners", format!("{secret}Secret"))],
            Self::Setting(setting) => vec![Parameter::root(setting.to_string())],
        }
    }
}

/// The actions of an event source mapping.
const RECEIVE: [&str; 3] = ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"];

/// What comes before a resource in its ARN of AWS IoT.
const BROKER: &str = "arn:${AWS::Partition}:iot:${AWS::Region}:${AWS::AccountId}";

/// The actions that publish to a topic. Retained messages need another permission.
fn publish_actions(topic: Down) -> Vec<String> {
    let retain = topic.is_retained().then_some("RetainPublish");
    ["Publish"].into_iter().chain(retain).map(str::to_owned).collect()
}

/// The ARN of a topic of every fridge in the environment.
fn topics_of_all_fridges(topic: Down) -> String {
    format!("!Sub \"{BROKER}:topic/{}\"", FridgeTopics::new("${Environment}").down("*", topic))
}

/// The statements of actions of the broker: one for each kind of resource.
fn broker_statements(actions: &[BrokerAction]) -> Vec<Statement> {
    let kinds: BTreeSet<_> = actions.iter().map(|action| action.resource()).collect();
    let statement = |kind: Option<&str>| {
        let actions = actions.iter().filter(|action| action.resource() == kind);
        let resource = kind.map_or_else(|| "\"*\"".into(), |kind| format!("!Sub \"{BROKER}:{kind}/*\""));
        Statement { actions: actions.map(|action| format!("iot:{action}")).collect(), resource }
    };
    kinds.into_iter().map(statement).collect()
}

fn texts(actions: &[impl ToString]) -> Vec<String> {
    actions.iter().map(ToString::to_string).collect()
}

/// `ScheduleQueueUrl` as `SCHEDULE_QUEUE_URL`.
fn screaming_snake_case(name: &str) -> String {
    let mut variable = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !variable.is_empty() {
            variable.push('_');
        }
        variable.push(letter.to_ascii_uppercase());
    }
    variable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_named_by_one_pattern() {
        let access = Table::ScheduleChanges.allows(&[TableAction::GetItem, TableAction::PutItem]);
        assert_eq!(access.variables(), [("SCHEDULE_CHANGES_TABLE".to_owned(), "ScheduleChangesTable".to_owned())]);
        let [statement] = access.statements().try_into().unwrap();
        assert_eq!(statement.actions, ["dynamodb:GetItem", "dynamodb:PutItem"]);
        assert_eq!(statement.resource, "!Sub \"${Tables}/${ScheduleChangesTable}\"");
        assert_eq!(
            access.parameters(),
            [Parameter::output("Data", "Tables"), Parameter::output("Data", "ScheduleChangesTable")]
        );
    }

    #[test]
    fn an_index_allows_queries_of_that_index_alone() {
        let [statement] = Table::Locations.index("fleet").statements().try_into().unwrap();
        assert_eq!(statement.actions, ["dynamodb:Query"]);
        assert_eq!(statement.resource, "!Sub \"${Tables}/${LocationsTable}/index/fleet\"");
    }

    #[test]
    fn a_name_and_a_setting_need_no_statement() {
        assert_eq!(Table::Locations.name_only().statements(), []);
        let setting = Setting::CompanyHostMarker.reads();
        assert_eq!((setting.statements(), setting.parameters()), (vec![], vec![Parameter::root("CompanyHostMarker")]));
        assert_eq!(setting.variables(), [("COMPANY_HOST_MARKER".to_owned(), "CompanyHostMarker".to_owned())]);
    }

    #[test]
    fn a_topic_allows_the_stated_actions() {
        let access = Topic::AlertNotifications.allows(&[TopicAction::Publish, TopicAction::Subscribe]);
        let name = "AlertNotificationsTopicArn";
        assert_eq!(access.variables(), [("ALERT_NOTIFICATIONS_TOPIC_ARN".to_owned(), name.to_owned())]);
        assert_eq!(access.parameters(), [Parameter::output("Messaging", name)]);
        let [statement] = access.statements().try_into().unwrap();
        assert_eq!(statement.actions, ["sns:Publish", "sns:Subscribe"]);
        assert_eq!(statement.resource, "!Ref AlertNotificationsTopicArn");
    }

    #[test]
    fn publishing_to_fridges_allows_one_topic_of_each_fridge() {
        let [commands] = Down::Commands.publishes().statements().try_into().unwrap();
        assert_eq!(commands.actions, ["iot:Publish"]);
        let topic = "topic/larder/${Environment}/fridges/*/down/commands";
        let arn = format!("arn:${{AWS::Partition}}:iot:${{AWS::Region}}:${{AWS::AccountId}}:{topic}");
        assert_eq!(commands.resource, format!("!Sub \"{arn}\""));
        let [software] = Down::Software.publishes().statements().try_into().unwrap();
        assert_eq!(software.actions, ["iot:Publish", "iot:RetainPublish"]);
    }

    #[test]
    fn actions_of_the_broker_are_allowed_on_the_resources_that_aws_iot_checks() {
        use BrokerAction::{AttachPolicy, CreateCertificateFromCsr, CreateThing, DeleteConnection, UpdateCertificate};
        let actions = &[CreateThing, CreateCertificateFromCsr, AttachPolicy, UpdateCertificate, DeleteConnection];
        let access = Broker.allows(actions);
        let arn =
            |kind: &str| format!("!Sub \"arn:${{AWS::Partition}}:iot:${{AWS::Region}}:${{AWS::AccountId}}:{kind}/*\"");
        let statement = |actions: &[&str], resource: String| Statement {
            actions: actions.iter().map(|action| format!("iot:{action}")).collect(),
            resource,
        };
        let expected = [
            statement(&["CreateCertificateFromCsr"], "\"*\"".into()),
            statement(&["AttachPolicy", "UpdateCertificate"], arn("cert")),
            statement(&["DeleteConnection"], arn("client")),
            statement(&["CreateThing"], arn("thing")),
        ];
        assert_eq!(access.statements(), expected);
        assert!(access.parameters().is_empty() && access.variables().is_empty());
    }

    #[test]
    fn sending_needs_the_url_and_receiving_does_not() {
        let variable = ("SCHEDULE_QUEUE_URL".to_owned(), "ScheduleQueueUrl".to_owned());
        assert_eq!(Queue::Schedule.sends().variables(), [variable]);
        assert!(Access::Receive(Queue::Schedule).variables().is_empty());
    }
}
