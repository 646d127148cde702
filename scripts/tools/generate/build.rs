//! Writes a module list with the source of each function's binary. The generator so reads the constants and types that the
//! function is compiled with.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    let areas = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../../functions").canonicalize()?;
    // Relative to the package, so that cargo also finds changes in a copy of the checkout and its build.
    println!("cargo:rerun-if-changed=../../../functions");
    let (mut modules, mut list) = (String::new(), String::new());
    for area in entries(&areas)? {
        let folder = area.join("src/bin");
        for file in if folder.is_dir() { entries(&folder)? } else { Vec::new() } {
            let (area, name) = (stem(&area), stem(&file));
            let source = fs::read_to_string(&file)?;
            let (module, summary) = (name.replace('-', "_"), summary(&source));
            let function = format!("self::{module}::Function");
            let route = if is_route(&source) { format!("Some(RouteTypes::of::<{function}>())") } else { "None".into() };
            writeln!(modules, "#[path = \"{}\"]\nmod {module};", file.display())?;
            writeln!(list, "    function!({name:?}, {area:?}, {summary:?}, {function}, {route}),")?;
        }
    }
    let text = format!("{modules}\npub(crate) fn all() -> Vec<Function> {{\n    vec![\n{list}    ]\n}}\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("functions.rs"), text)?;
    Ok(())
}

/// The entries of a folder by name.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether the file declares a REST route. Only routes have types with a JSON Schema, so the module list differs for them.
fn is_route(source: &str) -> bool {
    let kind = source.lines().find_map(|line| line.trim().strip_prefix("const KIND: Kind = Kind::"));
    kind.is_some_and(|kind| kind.contains('('))
}

/// The first sentence of the file's documentation, without the name of the field or route before it.
fn summary(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let documentation = lines.collect::<Vec<_>>().join(" ");
    let text = documentation.split_once("`: ").map_or(documentation.as_str(), |(_, text)| text);
    text.split_once(". ").map_or_else(|| text.to_owned(), |(sentence, _)| format!("{sentence}."))
}
