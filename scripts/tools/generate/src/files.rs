//! The generated files, and the generated regions of other files.

use crate::{
    alarms, asyncapi, events,
    functions::{self, Function},
    lists, openapi, schema, templates,
};
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use shared::declaration::{Kind, Source};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The folder of sample events.
const EVENTS: &str = "infra/events";

/// A generated file. `content` is `None` if the file must not exist.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) content: Option<String>,
}

impl File {
    fn new(path: impl Into<String>, content: impl Into<String>) -> Self {
        Self { path: path.into(), content: Some(content.into()) }
    }

    /// Writes or deletes the file.
    pub(crate) fn write(&self, repository: &Path) -> Result<()> {
        let path = repository.join(&self.path);
        match &self.content {
            Some(content) => fs::write(&path, content),
            None => fs::remove_file(&path),
        }
        .with_context(|| format!("could not write {}", path.display()))
    }
}

/// The files whose content in the repository differs from the generated content.
pub(crate) fn outdated(repository: &Path) -> Result<Vec<File>> {
    let files = files(repository)?;
    Ok(files.into_iter().filter(|file| fs::read_to_string(repository.join(&file.path)).ok() != file.content).collect())
}

/// All generated files.
fn files(repository: &Path) -> Result<Vec<File>> {
    let all = functions::all();
    check_fields(&all, &read(repository, "infra/schema.graphql")?)?;
    let select = |condition: &dyn Fn(&Function) -> bool| all.iter().filter(|f| condition(f)).collect::<Vec<_>>();
    let fields = select(&Function::is_field);
    let routes = select(&Function::is_route);
    let triggers = select(&|function| function.source() == Some(Source::SignIn));
    let workers = select(&|function| function.source().is_some_and(|source| source != Source::SignIn));
    let operations = select(&|function| function.kind().is_some());
    let everything = select(&|_| true);

    let stacks = [
        templates::triggers().in_root_template(&triggers),
        templates::operations().in_root_template(&fields),
        templates::fields().in_root_template(&[]),
        templates::rest().in_root_template(&routes),
        templates::workers().in_root_template(&workers),
    ];
    let root = with_region(&read(repository, "template.yaml")?, "functions", &stacks.join("\n"))?;
    let rest = read(repository, "infra/rest.yaml")?;
    let rest = with_region(&rest, "parameters", &templates::rest().declared_parameters(&routes))?;
    let rest = with_region(&rest, "globals", &templates::route_globals())?;
    let rest = with_region(&rest, "functions", &templates::routes(&routes))?;
    let alarm_template = with_region(&read(repository, "infra/alarms.yaml")?, "alarms", &alarms::alarms(&everything)?)?;
    let mut files = vec![
        File::new("template.yaml", root),
        File::new("infra/rest.yaml", rest),
        File::new("infra/operations.yaml", templates::operations_template(&fields)),
        File::new("infra/fields.yaml", templates::fields_template(&fields)),
        File::new("infra/triggers.yaml", templates::triggers_template(&triggers)),
        File::new("infra/workers.yaml", templates::workers_template(&workers)),
        File::new("infra/alarms.yaml", alarm_template),
        File::new("infra/operations.json", lists::json(&operations)?),
        File::new("web/src/users/operationPermissions.generated.ts", lists::typescript(&operations)?),
        File::new("docs/operations.md", lists::markdown(&everything)),
        File::new("docs/asyncapi.json", events::to_text(&asyncapi::document())?),
    ];
    let examples = read_examples(repository, &all)?;
    let example = |function: &Function| examples.get(function.area)?.get(function.name);
    files.push(File::new("docs/openapi.json", events::to_text(&openapi::document(&routes, example)?)?));
    files.extend(sample_events(repository, &all, examples)?);
    Ok(files)
}

/// The example inputs by function, by area.
type Examples<'a> = BTreeMap<&'a str, Map<String, Value>>;

/// Reads `functions/<area>/examples.json` of each area.
fn read_examples(repository: &Path, functions: &[Function]) -> Result<Examples<'static>> {
    let mut examples = Examples::new();
    for area in functions.iter().map(|function| function.area).collect::<BTreeSet<_>>() {
        let path = format!("functions/{area}/examples.json");
        if repository.join(&path).exists() {
            let all = serde_json::from_str(&read(repository, &path)?).with_context(|| format!("{path} is invalid"))?;
            examples.insert(area, all);
        }
    }
    Ok(examples)
}

/// `infra/events/<function>.json` of each function. Events of unknown functions are deleted.
fn sample_events(repository: &Path, functions: &[Function], mut examples: Examples<'_>) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for function in functions {
        let example = examples.get_mut(function.area).and_then(|examples| examples.remove(function.name));
        let event = events::event(function, example.as_ref())?;
        files.push(File::new(format!("{EVENTS}/{}.json", function.name), events::to_text(&event)?));
    }
    if let Some((area, name)) = examples.iter().find_map(|(area, unused)| Some((area, unused.keys().next()?))) {
        bail!("functions/{area}/examples.json has {name}, which is not a function with an input");
    }
    for entry in fs::read_dir(repository.join(EVENTS))? {
        let path = format!("{EVENTS}/{}", entry?.file_name().to_string_lossy());
        if Path::new(&path).extension().is_some_and(|extension| extension == "json")
            && files.iter().all(|file| file.path != path)
        {
            files.push(File { path, content: None });
        }
    }
    Ok(files)
}

fn read(repository: &Path, path: &str) -> Result<String> {
    fs::read_to_string(repository.join(path)).with_context(|| format!("could not read {path}"))
}

/// Checks that each field has a function of its kind, and each such function a field.
fn check_fields(functions: &[Function], schema: &str) -> Result<()> {
    let declared: BTreeMap<String, Kind> = schema::fields(schema)?.into_iter().collect();
    let served = functions.iter().filter(|function| function.is_field());
    let served: BTreeMap<String, Kind> =
        served.filter_map(|function| Some((function.operation()?, function.kind()?.clone()))).collect();
    let names: BTreeSet<_> = declared.keys().chain(served.keys()).collect();
    let errors: Vec<_> = names
        .into_iter()
        .filter_map(|name| match (declared.get(name), served.get(name)) {
            (Some(_), None) => Some(format!("the field {name} has no function")),
            (None, Some(_)) => Some(format!("the function of {name} has no field in infra/schema.graphql")),
            (Some(in_schema), Some(in_code)) if in_schema != in_code => {
                Some(format!("{name} is a {in_schema:?} in infra/schema.graphql and a {in_code:?} in its function"))
            }
            _ => None,
        })
        .collect();
    if errors.is_empty() { Ok(()) } else { bail!(errors.join("\n")) }
}

/// Replaces the lines between the comments that mark a region.
fn with_region(text: &str, name: &str, content: &str) -> Result<String> {
    let begin = format!("  # Begin of generated {name}: ./scripts/generate writes them. Do not edit.\n");
    let end = format!("  # End of generated {name}.\n");
    let missing = || format!("the region of generated {name} is not marked");
    let (before, rest) = text.split_once(&begin).with_context(missing)?;
    let (_, after) = rest.split_once(&end).with_context(missing)?;
    Ok([before, &begin, content, &end, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPOSITORY: &str = "../../..";

    #[test]
    fn the_committed_files_match_the_declarations() {
        let outdated = outdated(Path::new(REPOSITORY)).unwrap();
        let names: Vec<_> = outdated.iter().map(|file| &file.path).collect();
        assert!(names.is_empty(), "run ./scripts/generate: {names:?}");
    }

    fn errors(schema: &str) -> String {
        check_fields(&functions::all(), schema).unwrap_err().to_string()
    }

    #[test]
    fn the_schema_and_the_declarations_have_the_same_fields() {
        let schema = read(Path::new(REPOSITORY), "infra/schema.graphql").unwrap();
        check_fields(&functions::all(), &schema).unwrap();
    }

    #[test]
    fn rejects_a_field_without_a_function_and_a_function_without_a_field() {
        let errors = errors("type Query { unknownField: Int }");
        assert!(errors.contains("the field unknownField has no function"), "{errors}");
        assert!(errors.contains("the function of readScheduleChange has no field"), "{errors}");
    }

    #[test]
    fn rejects_a_field_of_another_kind() {
        let errors = errors("type Mutation { readScheduleChange: Int }");
        assert!(errors.contains("readScheduleChange is a Mutation in infra/schema.graphql and a Query"), "{errors}");
    }

    #[test]
    fn replaces_the_lines_of_a_region_alone() {
        let marked = |content: &str| {
            format!(
                "a\n  # Begin of generated x: ./scripts/generate writes them. Do not edit.\n{content}  # End of generated \
                 x.\nb\n"
            )
        };
        assert_eq!(with_region(&marked("old\n"), "x", "new\n").unwrap(), marked("new\n"));
        assert!(with_region("a\n", "x", "new\n").is_err());
    }
}
