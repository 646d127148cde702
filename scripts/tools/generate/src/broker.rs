//! The templates of functions that the broker of fridges invokes: topic rules, and the hook of provisioning.

use crate::functions::{FAILED_EVENTS, Function, pascal_case};
use shared::{
    declaration::TopicSource,
    fridge_topics::FridgeTopics,
    resource::{Access, Queue},
};

/// What comes before a resource in its ARN of AWS IoT.
const BROKER: &str = "arn:${AWS::Partition}:iot:${AWS::Region}:${AWS::AccountId}";
/// The number of retries of a failed call. Lambda waits a minute before the first one and two before the second one.
const MAX_RETRIES: u32 = 2;
/// The time for which Lambda keeps an event of a throttled function, in seconds.
const MAX_AGE_SECONDS: u32 = 3600;

/// The rules of a function, one for each source, and what Lambda does with an event whose call fails. A rule is created last,
/// so that it loses no message.
pub(crate) fn rules(function: &Function, sources: &[TopicSource]) -> String {
    let (name, id) = (pascal_case(function.name), function.logical_id());
    let rules: String = sources.iter().map(|source| rule(function, *source)).collect();
    format!(
        "  {name}InvokeConfig:\n    Type: AWS::Lambda::EventInvokeConfig\n    Properties:\n      FunctionName: !Ref {id}\n      \
         Qualifier: $LATEST\n      MaximumRetryAttempts: {MAX_RETRIES}\n      MaximumEventAgeInSeconds: {MAX_AGE_SECONDS}\n      \
         DestinationConfig: {{OnFailure: {{Destination: !Ref {FAILED_EVENTS}QueueArn}}}}\n{rules}"
    )
}

/// The last part of a rule's name.
fn topic(source: TopicSource) -> &'static str {
    match source {
        TopicSource::Fridges(topic) => topic.segment(),
        TopicSource::Presence => "presence",
        TopicSource::Subscribed => "subscribed",
    }
}

/// The statement of a rule, as a value of its template.
fn sql(source: TopicSource) -> String {
    match source {
        TopicSource::Fridges(topic) => format!(
            "!Sub >-\n          SELECT encode(*, 'base64') AS payload, clientid() AS fridge, principal() AS certificate, topic(4) AS \
             id,\n          topic(6) AS topic, timestamp() AS receivedAt FROM '{}'",
            FridgeTopics::new("${Environment}").up("+", topic)
        ),
        TopicSource::Presence => "SELECT * FROM '$aws/events/presence/+/+'".into(),
        TopicSource::Subscribed => "SELECT * FROM '$aws/events/subscriptions/subscribed/+'".into(),
    }
}

fn rule(function: &Function, source: TopicSource) -> String {
    let (name, function_id) = (pascal_case(function.name), function.logical_id());
    let id = name.clone() + &pascal_case(topic(source));
    let rule = format!("larder_${{Environment}}_{}_{}", function.name.replace('-', "_"), topic(source));
    format!(
        "{}  {id}Rule:\n    Type: AWS::IoT::TopicRule\n    DependsOn: [{name}InvokeConfig, {id}Permission]\n    Properties:\n      \
         RuleName: !Sub {rule}\n      TopicRulePayload:\n        AwsIotSqlVersion: \"2016-03-23\"\n        Sql: {}\n        \
         Actions: [{{Lambda: {{FunctionArn: !GetAtt {function_id}.Arn}}}}]\n        ErrorAction: {{Sqs: {{QueueUrl: !Ref \
         {FAILED_EVENTS}QueueUrl, RoleArn: !Ref ForwardingRoleArn}}}}\n",
        permission(&id, &function_id, &format!("rule/{rule}")),
        sql(source),
    )
}

/// Allows a resource of AWS IoT to invoke a function.
fn permission(id: &str, function_id: &str, resource: &str) -> String {
    format!(
        "  {id}Permission:\n    Type: AWS::Lambda::Permission\n    Properties:\n      Action: lambda:InvokeFunction\n      \
         FunctionName: !Ref {function_id}\n      Principal: iot.amazonaws.com\n      SourceAccount: !Ref AWS::AccountId\n      \
         SourceArn: !Sub {BROKER}:{resource}\n"
    )
}

/// Allows the provisioning template in `infra/fridges.yaml` to invoke the function.
pub(crate) fn hook_permission(function: &Function) -> String {
    let template = "provisioningtemplate/larder-${Environment}";
    permission(&pascal_case(function.name), &function.logical_id(), template)
}

/// The section `Outputs` of the template with the functions: the roles that may send to the telemetry queue.
pub(crate) fn outputs(functions: &[&Function]) -> String {
    let sends = |function: &&&Function| {
        function.declaration.access.iter().any(|access| matches!(access, Access::Send(Queue::Telemetry)))
    };
    let roles = functions.iter().filter(sends).map(|function| {
        let role = function.logical_id() + "Role";
        format!("  {}RoleArn: {{Value: !GetAtt {role}.Arn}}\n", pascal_case(function.name))
    });
    let roles: String = roles.collect();
    if roles.is_empty() {
        return roles;
    }
    format!(
        "\nOutputs:\n  # The policy of the telemetry queue in fridges.yaml allows this role to send to it.\n{roles}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{functions, templates};
    use serde_norway::Value;
    use shared::{declaration::Source, fridge_topics::Up};

    /// The template of workers with the functions that the broker invokes. Tags such as `!Ref` are removed.
    fn resources() -> Value {
        let all = functions::all();
        let is_invoked =
            |function: &&Function| matches!(function.source(), Some(Source::Topics(_) | Source::Provisioning));
        let workers: Vec<_> = all.iter().filter(is_invoked).collect();
        assert!(!workers.is_empty());
        let template =
            templates::workers_template(&workers).replace("!Ref ", "").replace("!Sub ", "").replace("!GetAtt ", "");
        serde_norway::from_str::<Value>(&template).unwrap()["Resources"].clone()
    }

    /// The functions that rules invoke, and the sources of each.
    fn listeners() -> Vec<(Function, &'static [TopicSource])> {
        let with_sources = |function: Function| match function.source() {
            Some(Source::Topics(sources)) => Some((function, sources)),
            _ => None,
        };
        functions::all().into_iter().filter_map(with_sources).collect()
    }

    #[test]
    fn a_rule_passes_on_the_payload_and_the_authenticated_sender() {
        let expected = "!Sub >-\n          SELECT encode(*, 'base64') AS payload, clientid() AS fridge, principal() AS certificate, \
                        topic(4) AS id,\n          topic(6) AS topic, timestamp() AS receivedAt FROM \
                        'larder/${Environment}/fridges/+/up/receipts'";
        assert_eq!(sql(TopicSource::Fridges(Up::Receipts)), expected);
    }

    #[test]
    fn a_rule_can_invoke_its_function_before_it_exists() {
        let resources = resources();
        let rules = listeners().into_iter().flat_map(|(function, sources)| {
            sources
                .iter()
                .map(move |source| (function.logical_id(), pascal_case(function.name) + &pascal_case(topic(*source))))
        });
        for (function, id) in rules {
            let (rule, permission) = (&resources[format!("{id}Rule")], &resources[format!("{id}Permission")]);
            let name = rule["Properties"]["RuleName"].as_str().unwrap();
            assert_eq!(permission["Properties"]["SourceArn"], format!("{BROKER}:rule/{name}"));
            assert_eq!(permission["Properties"]["Principal"], "iot.amazonaws.com");
            let action = &rule["Properties"]["TopicRulePayload"]["Actions"][0]["Lambda"]["FunctionArn"];
            assert_eq!(action, &Value::from(function + ".Arn"));
            assert_eq!(rule["DependsOn"][1], format!("{id}Permission"));
        }
    }

    #[test]
    fn names_of_rules_have_only_letters_digits_and_underscores() {
        for (function, sources) in listeners() {
            let text = rules(&function, sources);
            for rest in text.split("RuleName: !Sub ").skip(1) {
                let name = rest.lines().next().unwrap().replace("${Environment}", "local");
                assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_'), "{name}");
            }
        }
    }

    #[test]
    fn events_of_failed_calls_go_to_the_dead_letter_queue_of_forwarding() {
        let resources = resources();
        for (function, _) in listeners() {
            let config = &resources[pascal_case(function.name) + "InvokeConfig"]["Properties"];
            assert_eq!(config["DestinationConfig"]["OnFailure"]["Destination"], "ForwardingDeadLetterQueueArn");
            let statement = function
                .statements()
                .into_iter()
                .find(|statement| statement.resource == "!Ref ForwardingDeadLetterQueueArn");
            assert_eq!(statement.unwrap().actions, ["sqs:SendMessage"], "{}", function.name);
            let names: Vec<_> = function.parameters().into_iter().map(|parameter| parameter.name).collect();
            for name in ["ForwardingDeadLetterQueueArn", "ForwardingDeadLetterQueueUrl", "ForwardingRoleArn"] {
                assert!(names.iter().any(|each| each == name), "{} needs {name}", function.name);
            }
        }
    }
}
