//! The expected state of a stack, from the repository.

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use serde_norway::{Value as Yaml, value::TaggedValue};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The templates, the schema and the built functions.
#[derive(Debug)]
pub(crate) struct Repository {
    root: PathBuf,
    /// The templates by the logical id of their nested stack. The root template has an empty id.
    pub(crate) templates: BTreeMap<String, Value>,
    /// The GraphQL schema.
    pub(crate) schema: String,
}

/// A function that a template declares.
#[derive(Debug)]
pub(crate) struct Function {
    /// The name of its binary.
    pub(crate) name: String,
    /// Its logical id.
    pub(crate) logical_id: String,
    /// The routes that call it: method and path.
    pub(crate) routes: Vec<(String, String)>,
}

impl Repository {
    /// Reads the repository.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let main = template(&root.join("template.yaml"))?;
        let mut templates = BTreeMap::new();
        for (id, resource) in resources(&main).filter(|(_, resource)| kind(resource) == "AWS::Serverless::Application")
        {
            let location = resource.pointer("/Properties/Location").and_then(Value::as_str);
            let location = location.with_context(|| format!("{id} has no location"))?;
            templates.insert(id.clone(), template(&root.join(location))?);
        }
        templates.insert(String::new(), main);
        let schema =
            fs::read_to_string(root.join("infra/schema.graphql")).context("could not read infra/schema.graphql")?;
        Ok(Self { root: root.to_owned(), templates, schema })
    }

    /// The functions that the templates declare.
    pub(crate) fn functions(&self) -> Vec<Function> {
        let resources = self.templates.values().flat_map(resources);
        resources
            .filter(|(_, resource)| kind(resource) == "AWS::Serverless::Function")
            .filter_map(|(id, resource)| {
                let code = resource.pointer("/Properties/CodeUri")?.as_str()?;
                let name = Path::new(code).parent()?.file_name()?.to_str()?.to_owned();
                Some(Function { name, logical_id: id.clone(), routes: routes(resource) })
            })
            .collect()
    }

    /// Reads the built deployment package of a function.
    pub(crate) fn package(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.root.join("target/lambda").join(name).join("bootstrap.zip");
        fs::read(&path).with_context(|| format!("{} is not built", path.display()))
    }
}

/// A template's resources.
pub(crate) fn resources(template: &Value) -> impl Iterator<Item = (&String, &Value)> {
    template.get("Resources").and_then(Value::as_object).into_iter().flatten()
}

fn kind(resource: &Value) -> &str {
    resource.get("Type").and_then(Value::as_str).unwrap_or_default()
}

fn routes(function: &Value) -> Vec<(String, String)> {
    let events = function.pointer("/Properties/Events").and_then(Value::as_object).into_iter().flatten();
    let part = |event: &Value, name: &str| Some(event.get("Properties")?.get(name)?.as_str()?.to_owned());
    events.filter_map(|(_, event)| Some((part(event, "Method")?, part(event, "Path")?))).collect()
}

fn template(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).with_context(|| format!("could not read the template {}", path.display()))?;
    parse(&text).with_context(|| format!("{} is not a valid template", path.display()))
}

/// Parses a template in YAML or JSON. Intrinsic functions are converted to the long form: `!Ref X` to `{"Ref": "X"}`.
pub(crate) fn parse(text: &str) -> Result<Value> {
    Ok(long_form(serde_norway::from_str(text)?))
}

fn long_form(yaml: Yaml) -> Value {
    match yaml {
        Yaml::Null => Value::Null,
        Yaml::Bool(value) => value.into(),
        Yaml::Number(number) => serde_json::to_value(number).unwrap_or_default(),
        Yaml::String(text) => text.into(),
        Yaml::Sequence(items) => items.into_iter().map(long_form).collect(),
        Yaml::Mapping(pairs) => {
            let pairs = pairs.into_iter().map(|(name, value)| (key(&name), long_form(value)));
            get_att_as_list(pairs.collect())
        }
        Yaml::Tagged(tagged) => intrinsic_function(*tagged),
    }
}

fn key(name: &Yaml) -> String {
    match name {
        Yaml::String(name) => name.clone(),
        other => long_form(other.clone()).to_string(),
    }
}

fn intrinsic_function(TaggedValue { tag, value }: TaggedValue) -> Value {
    let tag = tag.to_string();
    let name = tag.trim_start_matches('!');
    let name = if matches!(name, "Ref" | "Condition") { name.to_owned() } else { format!("Fn::{name}") };
    get_att_as_list(Map::from_iter([(name, long_form(value))]))
}

/// Converts the text form of `Fn::GetAtt` to a list. A template can contain either.
fn get_att_as_list(mut pairs: Map<String, Value>) -> Value {
    if let Some(Value::String(text)) = pairs.get("Fn::GetAtt") {
        let parts = text.split_once('.').map_or_else(|| json!([text]), |(id, attribute)| json!([id, attribute]));
        pairs.insert("Fn::GetAtt".into(), parts);
    }
    Value::Object(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_short_and_long_forms_to_the_same_value() {
        let short = "{A: !Ref X, B: !GetAtt X.Outputs.Y, C: !If [P, !Sub 'a${X}', 1]}";
        let long = r#"{"A": {"Ref": "X"}, "B": {"Fn::GetAtt": ["X", "Outputs.Y"]},
                       "C": {"Fn::If": ["P", {"Fn::Sub": "a${X}"}, 1]}}"#;
        assert_eq!(parse(short).unwrap(), parse(long).unwrap());
    }

    #[test]
    fn reads_functions_and_routes_of_the_repository() {
        let repository = Repository::read(Path::new("../../..")).unwrap();
        let functions = repository.functions();
        let update = functions.iter().find(|function| function.name == "update-location").unwrap();
        assert_eq!(update.logical_id, "UpdateLocationFunction");
        assert_eq!(update.routes, [("PATCH".to_owned(), "/locations/{id}".to_owned())]);
    }
}
