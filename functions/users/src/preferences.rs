//! A user's own preferences: saved views of tables, the tiles of the home page and favorite screens. Requirements:
//! `docs/requirements/shell.md` (SHL-26 to SHL-28).
//!
//! `PreferenceStore` reads and writes the Preferences table. One table item contains all preferences of a user, so a
//! change is one write under the condition that the version is unchanged.

use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    Error, FieldError, Request, Result,
    bounded::{Limits, List},
    error::all_valid,
    table::{self, Item, ItemExt, SimpleKey},
};
use std::collections::BTreeSet;

const KEY: SimpleKey = SimpleKey::new("user");

/// The maximum number of saved views of a user.
pub const MAX_VIEWS: usize = 50;
/// The maximum number of tiles on a home page.
pub const MAX_TILES: usize = 60;
/// The maximum number of favorite screens of a user.
pub const MAX_FAVORITES: usize = 60;
/// The maximum number of characters of each text, by field.
pub const LIMITS: Limits =
    &[("id", 40), ("table", 60), ("screen", 200), ("name", 60), ("query", 2000), ("view", 40), ("favorites", 200)];

shared::store! {
    /// The Preferences table.
    pub struct PreferenceStore { variable: "PREFERENCES_TABLE", key: KEY }
}

impl PreferenceStore {
    /// Returns the preferences of a user, or the default ones before the first write.
    pub async fn get(&self, user: &str) -> Result<Preferences> {
        Ok(self.table.get(KEY.of(user)).await?.unwrap_or_default())
    }

    /// Stores the preferences of a user. Returns false, and writes nothing, unless the stored version is the one before
    /// that of `preferences`.
    async fn put(&self, user: &str, preferences: &Preferences) -> Result<bool> {
        let expected = preferences.version.checked_sub(1).filter(|version| *version > 0);
        self.table.put_if_version(item(user, preferences)?, expected).send().await
    }
}

fn item(user: &str, preferences: &Preferences) -> Result<Item> {
    Ok(table::to_item(preferences)?.with_key(KEY.of(user)))
}

/// The preferences of a user.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Preferences {
    /// Increases with each change; 0 before the first one.
    pub version: u64,
    views: Vec<SavedView>,
    /// The tiles of the home page in their order. `None` until the user arranges them.
    home: Option<Vec<HomeTile>>,
    /// The paths of the favorite screens in their order.
    favorites: Vec<String>,
}

/// The filters, columns and sort of a table under a name.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SavedView {
    id: String,
    /// The name of the table in the web app.
    table: String,
    /// The path of the screen, such as `/locations/all`.
    screen: String,
    name: String,
    /// The query of the screen's URL, without the question mark.
    query: String,
    /// Whether the table opens with this view.
    is_default: bool,
}

/// A part of the home page.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HomeTile {
    kind: TileKind,
    /// The id of the saved view, for tiles of the kind `View`.
    view: Option<String>,
}

/// What a tile shows.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TileKind {
    /// The problems of today.
    Attention,
    /// What changed since yesterday.
    Changes,
    /// The delivery of today.
    Delivery,
    /// The favorite screens.
    Favorites,
    /// The items that the user opened last.
    Recent,
    /// All screens.
    Screens,
    /// A saved view.
    View,
}

/// Arguments of `updateMyPreferences`.
#[derive(Debug, Deserialize)]
pub struct UpdateArguments {
    input: PreferencesInput,
}

/// All preferences of the caller, which replace the stored ones.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreferencesInput {
    /// The version that the caller read.
    version: u64,
    views: List<SavedView, MAX_VIEWS>,
    home: Option<List<HomeTile, MAX_TILES>>,
    favorites: List<String, MAX_FAVORITES>,
}

/// Replaces the caller's preferences. A call with the stored preferences changes nothing.
///
/// # Errors
/// [`Error::Invalid`] with all invalid fields; [`Error::Conflict`] with the stored preferences, if they changed since
/// the version that the caller read.
pub async fn update_my_preferences(
    store: &PreferenceStore,
    Request { permit, input: UpdateArguments { input }, .. }: Request<UpdateArguments>,
) -> Result<Preferences> {
    let user = permit.caller().sub();
    let after = checked(input)?;
    let before = store.get(user).await?;
    if (Preferences { version: before.version, ..after.clone() }) == before {
        return Ok(before);
    }
    if before.version + 1 != after.version {
        return Err(conflict(&before));
    }
    if store.put(user, &after).await? {
        return Ok(after);
    }
    // If a response is lost, the SDK repeats the write, and the condition of the second attempt fails because of the first.
    let stored = store.get(user).await?;
    if stored == after { Ok(after) } else { Err(conflict(&stored)) }
}

fn conflict(current: &Preferences) -> Error {
    Error::Conflict {
        message: "Your preferences were changed in another tab or on another computer. Your change was not saved."
            .into(),
        current: Some(json!(current)),
    }
}

/// Returns the preferences with the version after the one that the caller read, and with names without outer spaces.
fn checked(input: PreferencesInput) -> Result<Preferences> {
    let PreferencesInput { version, views, home, favorites } = input;
    let views: Vec<SavedView> = Vec::from(views)
        .into_iter()
        .map(|view: SavedView| SavedView { name: view.name.trim().to_owned(), ..view })
        .collect();
    let home: Option<Vec<HomeTile>> = home.map(Vec::from);
    let favorites = Vec::from(favorites);
    let mut errors = errors_of_views(&views);
    errors.extend(errors_of_tiles(home.as_deref().unwrap_or_default(), &views));
    errors.extend(errors_of_favorites(&favorites));
    all_valid(errors)?;
    Ok(Preferences { version: version.saturating_add(1), views, home, favorites })
}

fn errors_of_views(views: &[SavedView]) -> Vec<FieldError> {
    let (mut ids, mut names, mut defaults) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut errors = Vec::new();
    for (position, view) in views.iter().enumerate() {
        let mut report = |field: &str, message: String| {
            errors.push(FieldError::new(format!("input.views.{position}.{field}"), message));
        };
        if !is_id(&view.id) {
            report("id", "id must consist of letters, digits and hyphens".into());
        } else if !ids.insert(view.id.as_str()) {
            report("id", format!("Two views have the id {}", view.id));
        }
        if !is_id(&view.table) {
            report("table", "table must consist of letters, digits and hyphens".into());
        }
        if !is_path(&view.screen) {
            report("screen", "screen must be a path of this app, such as /locations/all".into());
        }
        if !is_query(&view.query) {
            report("query", "query must be the query of an address, without the question mark".into());
        }
        if view.name.is_empty() || view.name.chars().any(char::is_control) {
            report("name", "Enter a name".into());
        } else if !names.insert((view.table.as_str(), view.name.to_lowercase())) {
            report("name", format!("There is already a view called {}. Choose another name.", view.name));
        }
        if view.is_default && !defaults.insert(view.table.as_str()) {
            report("isDefault", "Only one view of a table can be its default".into());
        }
    }
    errors
}

fn errors_of_tiles(tiles: &[HomeTile], views: &[SavedView]) -> Vec<FieldError> {
    let mut known = BTreeSet::new();
    let mut errors = Vec::new();
    for (position, tile) in tiles.iter().enumerate() {
        let has_view = views.iter().any(|view| tile.view.as_deref() == Some(view.id.as_str()));
        let message = match (tile.kind, &tile.view) {
            (TileKind::View, _) if !has_view => Some("The view of this tile does not exist"),
            (kind, Some(_)) if kind != TileKind::View => Some("Only tiles of the kind VIEW have a view"),
            _ if !known.insert(tile) => Some("The home page contains this tile twice"),
            _ => None,
        };
        errors.extend(message.map(|message| FieldError::new(format!("input.home.{position}"), message)));
    }
    errors
}

fn errors_of_favorites(favorites: &[String]) -> Vec<FieldError> {
    let mut known = BTreeSet::new();
    let mut errors = Vec::new();
    for (position, path) in favorites.iter().enumerate() {
        let message = if !is_path(path) {
            "A favorite must be a path of this app, such as /locations/all"
        } else if !known.insert(path) {
            "The favorites contain this screen twice"
        } else {
            continue;
        };
        errors.push(FieldError::new(format!("input.favorites.{position}"), message));
    }
    errors
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Whether the text is a path without a host, a query and a fragment.
fn is_path(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'?' | b'#' | b'\\');
    text.starts_with('/') && !text.starts_with("//") && text.bytes().all(is_allowed)
}

/// Whether the text is the query of a URL, in which all other characters are encoded. It can be empty.
fn is_query(text: &str) -> bool {
    !text.starts_with('?') && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, from_value};

    fn view(id: &str, changes: &Value) -> Value {
        let mut view = json!({
            "id": id, "table": "locations", "screen": "/locations/all", "name": id, "query": "text=soup&sort=-id",
            "isDefault": false,
        });
        for (name, value) in changes.as_object().unwrap() {
            view[name] = value.clone();
        }
        view
    }

    fn input(changes: &Value) -> Value {
        let mut input = json!({ "version": 3, "views": [], "home": null, "favorites": [] });
        for (name, value) in changes.as_object().unwrap() {
            input[name] = value.clone();
        }
        input
    }

    fn check(changes: &Value) -> std::result::Result<Preferences, Vec<String>> {
        checked(from_value(input(changes)).unwrap())
            .map_err(|error| error.fields().iter().map(|error| format!("{}: {}", error.field, error.message)).collect())
    }

    #[test]
    fn accepts_views_tiles_and_favorites_and_increases_the_version() {
        let preferences = check(&json!({
            "views": [
                view("a", &json!({ "name": " Chicago ", "isDefault": true })),
                view("b", &json!({ "name": "Chicago", "table": "alerts", "isDefault": true, "query": "" })),
            ],
            "home": [{ "kind": "VIEW", "view": "a" }, { "kind": "ATTENTION", "view": null }],
            "favorites": ["/locations/all", "/"],
        }))
        .unwrap();
        assert_eq!(preferences.version, 4);
        assert_eq!(preferences.views.iter().map(|view| view.name.as_str()).collect::<Vec<_>>(), ["Chicago", "Chicago"]);
        assert_eq!(preferences.home.unwrap().len(), 2);
    }

    #[test]
    fn rejects_invalid_views() {
        let cases = [
            (json!({ "id": "a b" }), "id: id must consist of letters, digits and hyphens"),
            (json!({ "table": "" }), "table: table must consist of letters, digits and hyphens"),
            (json!({ "screen": "//example.com" }), "screen: screen must be a path of this app, such as /locations/all"),
            (json!({ "screen": "/a?b" }), "screen: screen must be a path of this app, such as /locations/all"),
            (json!({ "query": "?a=b" }), "query: query must be the query of an address, without the question mark"),
            (json!({ "query": "a b" }), "query: query must be the query of an address, without the question mark"),
            (json!({ "name": "  " }), "name: Enter a name"),
        ];
        for (changes, message) in cases {
            let errors = check(&json!({ "views": [view("a", &changes)] })).unwrap_err();
            assert_eq!(errors, [format!("input.views.0.{message}")], "{changes}");
        }
    }

    #[test]
    fn rejects_a_name_an_id_and_a_default_that_a_table_has_twice() {
        let twice = |first: Value, second: Value| {
            check(&json!({ "views": [view("a", &first), view("b", &second)] })).unwrap_err()
        };
        assert_eq!(
            twice(json!({ "name": "Soup" }), json!({ "name": "SOUP " })),
            ["input.views.1.name: There is already a view called SOUP. Choose another name."]
        );
        assert_eq!(twice(json!({}), json!({ "id": "a" })), ["input.views.1.id: Two views have the id a"]);
        assert_eq!(
            twice(json!({ "isDefault": true }), json!({ "isDefault": true })),
            ["input.views.1.isDefault: Only one view of a table can be its default"]
        );
    }

    #[test]
    fn rejects_invalid_tiles_and_favorites() {
        let views = json!([view("a", &json!({}))]);
        let tiles = |home: Value| check(&json!({ "views": views, "home": home })).unwrap_err();
        assert_eq!(
            tiles(json!([{ "kind": "VIEW", "view": "gone" }])),
            ["input.home.0: The view of this tile does not exist"]
        );
        assert_eq!(
            tiles(json!([{ "kind": "RECENT", "view": "a" }])),
            ["input.home.0: Only tiles of the kind VIEW have a view"]
        );
        assert_eq!(
            tiles(json!([{ "kind": "RECENT", "view": null }, { "kind": "RECENT" }])),
            ["input.home.1: The home page contains this tile twice"]
        );
        assert_eq!(
            check(&json!({ "favorites": ["locations", "/a", "/a"] })).unwrap_err(),
            [
                "input.favorites.0: A favorite must be a path of this app, such as /locations/all",
                "input.favorites.2: The favorites contain this screen twice",
            ]
        );
    }

    #[test]
    fn rejects_more_than_the_maximum_number_of_views() {
        let views = |count: usize| (0..count).map(|index| view(&format!("v{index}"), &json!({}))).collect::<Vec<_>>();
        let is_readable =
            |count: usize| from_value::<PreferencesInput>(input(&json!({ "views": views(count) }))).is_ok();
        assert_eq!((is_readable(MAX_VIEWS), is_readable(MAX_VIEWS + 1)), (true, false));
    }

    #[test]
    fn reads_stored_preferences_back_unchanged() {
        let preferences = check(&json!({
            "views": [view("a", &json!({}))], "home": [{ "kind": "VIEW", "view": "a" }], "favorites": ["/"],
        }))
        .unwrap();
        for stored in [preferences, Preferences { version: 1, ..Preferences::default() }] {
            let item = item("user", &stored).unwrap();
            assert_eq!(table::from_item::<Preferences>("Preferences", "user", item).unwrap(), stored);
        }
    }
}
