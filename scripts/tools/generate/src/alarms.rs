//! The generated part of `infra/alarms.yaml`: the alarms of functions, schedules and service-level objectives.

use crate::functions::{Function, pascal_case};
use anyhow::{Context, Result};
use shared::declaration::Source;

/// The operations that are called most. Each has a service-level objective: 99.9 % of its calls in 30 days succeed.
pub(crate) const OBJECTIVES: [&str; 5] =
    ["fridge-health", "ingest-telemetry", "jit-locations", "location", "locations"];
/// The share of failed calls that raises the alarm of an objective, in percent. It is 14.4 times the allowed 0.1 %, so
/// that the failures that are allowed in 30 days occur in two days.
const BURN_PERCENT: &str = "1.44";
/// Failures, crashes and throttled calls of a function in five minutes that raise its alarm.
const FAILURES: u32 = 5;
/// The share of a function's maximum duration that raises its alarm, in percent.
const DURATION_PERCENT: u32 = 80;
const END: &str = "      AlarmActions: [!Ref AlarmTopic]
      TreatMissingData: notBreaching
";

/// The alarms.
pub(crate) fn alarms(functions: &[&Function]) -> Result<String> {
    let mut resources: Vec<String> = functions.iter().map(|function| alarm_of(function)).collect();
    let scheduled = functions.iter().filter(|function| function.source() == Some(Source::EveryMinute));
    resources.extend(scheduled.map(|function| schedule_alarm(function)));
    for name in OBJECTIVES {
        let function = functions.iter().find(|function| function.name == name);
        resources.push(objective(function.with_context(|| format!("{name} is not a function"))?));
    }
    Ok(resources.join("\n"))
}

/// The metric of a function that Lambda measures.
fn lambda_metric(id: &str, name: &str, statistic: &str, function: &Function) -> String {
    metric(
        (id, statistic, 300),
        ("AWS/Lambda", name),
        &format!("{{Name: FunctionName, Value: !Sub \"larder-${{Environment}}-{}\"}}", function.name),
    )
}

/// The metric of failed calls that functions log. Its number of samples is the number of calls.
fn failures_metric(id: &str, statistic: &str, seconds: u32, function: &Function) -> String {
    let operation = function.operation().unwrap_or_else(|| function.name.to_owned());
    metric(
        (id, statistic, seconds),
        ("!Sub \"Larder/${Environment}\"", "failures"),
        &format!("{{Name: operation, Value: \"{operation}\"}}"),
    )
}

fn metric((id, statistic, seconds): (&str, &str, u32), (namespace, name): (&str, &str), dimension: &str) -> String {
    format!(
        "        - Id: {id}\n          ReturnData: false\n          MetricStat:\n            Stat: {statistic}\n            \
         Period: {seconds}\n            Metric:\n              Namespace: {namespace}\n              MetricName: {name}\n              \
         Dimensions: [{dimension}]\n"
    )
}

/// The alarm of a function's failures, crashes, throttled calls and long calls.
fn alarm_of(function: &Function) -> String {
    let (name, id) = (function.name, pascal_case(function.name));
    let longest = function.declaration.timeout_seconds * 10 * DURATION_PERCENT;
    let metrics = [
        failures_metric("failures", "Sum", 300, function),
        lambda_metric("crashes", "Errors", "Sum", function),
        lambda_metric("throttled", "Throttles", "Sum", function),
        lambda_metric("longest", "Duration", "Maximum", function),
    ];
    let counts = "FILL(failures, 0) + FILL(crashes, 0) + FILL(throttled, 0)";
    format!(
        "  {id}Alarm:\n    Type: AWS::CloudWatch::Alarm\n    Properties:\n      AlarmName: !Sub larder-${{Environment}}-{name}\n      \
         AlarmDescription: >-\n        {name} failed, crashed or was throttled at least {FAILURES} times in five minutes, or needed more \
         than\n        {DURATION_PERCENT} % of its {} s. Runbook: docs/runbooks/function.md\n{END}      Metrics:\n        - Id: problem\n          \
         Expression: IF({counts} >= {FAILURES} OR FILL(longest, 0) > {longest}, 1, 0)\n{}      EvaluationPeriods: 1\n      \
         Threshold: 1\n      ComparisonOperator: GreaterThanOrEqualToThreshold\n",
        function.declaration.timeout_seconds,
        metrics.concat(),
    )
}

/// The alarm of a schedule whose function was not invoked for ten minutes.
fn schedule_alarm(function: &Function) -> String {
    let (name, id) = (function.name, pascal_case(function.name));
    format!(
        "  {id}ScheduleAlarm:\n    Type: AWS::CloudWatch::Alarm\n    Properties:\n      AlarmName: !Sub \
         larder-${{Environment}}-{name}-schedule\n      AlarmDescription: >-\n        {name} was not invoked for ten minutes. Its schedule \
         is every minute.\n        Runbook: docs/runbooks/schedule.md\n      AlarmActions: [!Ref AlarmTopic]\n      TreatMissingData: \
         breaching\n      Namespace: AWS/Lambda\n      MetricName: Invocations\n      Dimensions: [{{Name: FunctionName, Value: !Sub \
         \"larder-${{Environment}}-{name}\"}}]\n      Statistic: Sum\n      Period: 300\n      EvaluationPeriods: 2\n      Threshold: 1\n      \
         ComparisonOperator: LessThanThreshold\n"
    )
}

/// The alarm of an objective: the share of failed calls is too high in the last hour and in the last five minutes.
fn objective(function: &Function) -> String {
    let (name, id) = (function.name, pascal_case(function.name));
    let window = |label: &str, seconds: u32| {
        let metrics = [
            failures_metric("failures", "Sum", seconds, function),
            failures_metric("calls", "SampleCount", seconds, function),
        ];
        format!(
            "  {id}{label}Failures:\n    Type: AWS::CloudWatch::Alarm\n    Properties:\n      AlarmName: !Sub \
             larder-${{Environment}}-{name}-failures-{}\n      AlarmDescription: >-\n        More than {BURN_PERCENT} % of the calls of {name} failed. \
             {id}Objective combines two such alarms.\n        Runbook: docs/runbooks/objective.md\n      TreatMissingData: notBreaching\n      \
             Metrics:\n        - {{Id: percent, Expression: 100 * failures / calls}}\n{}      EvaluationPeriods: 1\n      Threshold: \
             {BURN_PERCENT}\n      ComparisonOperator: GreaterThanThreshold\n",
            label.to_lowercase(),
            metrics.concat(),
        )
    };
    format!(
        "{}\n{}\n  {id}Objective:\n    Type: AWS::CloudWatch::CompositeAlarm\n    DependsOn: [{id}HourFailures, {id}MinutesFailures]\n    \
         Properties:\n      AlarmName: !Sub larder-${{Environment}}-{name}-objective\n      AlarmDescription: >-\n        {name} fails so often \
         that the objective of 99.9 % in 30 days is missed in two days.\n        Runbook: docs/runbooks/objective.md\n      \
         AlarmActions: [!Ref AlarmTopic]\n      AlarmRule: !Sub >-\n        ALARM(\"larder-${{Environment}}-{name}-failures-hour\") AND\n        \
         ALARM(\"larder-${{Environment}}-{name}-failures-minutes\")\n",
        window("Hour", 3600),
        window("Minutes", 300),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions;

    fn text() -> String {
        String::from("\n") + &alarms(&functions::all().iter().collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn each_function_has_an_alarm_and_each_schedule_another() {
        let (text, all) = (text(), functions::all());
        for function in &all {
            let name = pascal_case(function.name);
            assert!(text.contains(&format!("\n  {name}Alarm:\n")), "{name}");
            let is_scheduled = function.source() == Some(Source::EveryMinute);
            assert_eq!(text.contains(&format!("\n  {name}ScheduleAlarm:\n")), is_scheduled, "{name}");
        }
    }

    #[test]
    fn the_alarm_of_a_function_has_its_own_maximum_duration() {
        let (text, all) = (text(), functions::all());
        let function = all.iter().find(|function| function.name == "create-schedule-changes").unwrap();
        assert_eq!(function.declaration.timeout_seconds, 28);
        let begin = text.find("\n  CreateScheduleChangesAlarm:\n").unwrap();
        let alarm = text.get(begin..).unwrap().split("\n\n").next().unwrap();
        assert!(alarm.contains("FILL(longest, 0) > 22400, 1, 0)"), "{alarm}");
        assert!(alarm.contains("Value: \"createScheduleChanges\""), "{alarm}");
    }

    #[test]
    fn a_stack_can_contain_all_alarms() {
        // CloudFormation allows 500 resources. The template contains others.
        assert!(text().matches("    Type: AWS::CloudWatch::").count() <= 450);
    }
}
