//! The rules of uploads: pure.

use crate::model::{Folder, Kind, LineError, MEGABYTE, State};
use chrono::Duration;
use serde_json::Value;
use shared::{FieldError, Instant};
use strum::IntoEnumIterator;
use uuid::Uuid;

/// How long an address serves.
pub const VALID_FOR: Duration = Duration::minutes(10);
/// The types of a table's file. Browsers call a CSV file by the second where a spreadsheet program is installed.
const CONTENT_TYPES: [&str; 3] =
    ["text/csv", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"];
/// The most characters of a file's name.
const LONGEST_NAME: usize = 255;
/// What is told of what is wrong with a file.
pub const ERRORS_KEPT: usize = 200;
/// Characters of an upload's id.
const UUID_LENGTH: usize = 36;
/// The most characters that of it stand in a key.
const LONGEST_IN_KEY: usize = 100;

/// Everything that is wrong with a file that somebody wants to upload.
pub fn faults(file_name: &str, content_type: &str) -> Vec<FieldError> {
    let name = if file_name.trim().is_empty() {
        Some("fileName cannot be empty".to_owned())
    } else if file_name.chars().count() > LONGEST_NAME {
        Some(format!("fileName can have at most {LONGEST_NAME} characters"))
    } else {
        None
    };
    let known = CONTENT_TYPES.contains(&content_type);
    let kind = (!known).then(|| format!("contentType should be one of {}", CONTENT_TYPES.join(", ")));
    let errors = [("fileName", name), ("contentType", kind)];
    errors.into_iter().filter_map(|(field, message)| Some(FieldError::new(field, message?))).collect()
}

/// The bytes that a request states for its file, a number or its digits; `None` where it states none.
///
/// # Errors
/// Where it is no number of bytes, or more than a file of the folder can have.
pub fn content_length(folder: Folder, stated: &Value) -> Result<Option<u64>, FieldError> {
    let wrong = |message: String| FieldError::new("contentLength", message);
    let bytes = match stated {
        Value::Null => return Ok(None),
        Value::Number(number) => number.as_u64(),
        Value::String(digits) => digits.parse().ok(),
        _ => None,
    };
    match bytes {
        None | Some(0) => Err(wrong("contentLength should be the file's number of bytes, at least 1".into())),
        Some(bytes) if bytes > folder.largest() => Err(wrong(too_large(folder))),
        Some(bytes) => Ok(Some(bytes)),
    }
}

/// The message about a file that has more bytes than its folder accepts.
pub fn too_large(folder: Folder) -> String {
    format!("The file is larger than {} MB", folder.largest() / MEGABYTE)
}

/// Checks the size of a file that arrived.
///
/// # Errors
/// The reason to reject the file: it is too large for its folder, or not as long as the request for its address stated.
pub fn check_arrived(folder: Folder, stated: Option<u64>, bytes: u64) -> Result<(), String> {
    match stated {
        _ if bytes > folder.largest() => Err(too_large(folder)),
        Some(stated) if stated != bytes => {
            Err(format!("The file has {bytes} bytes, but the upload stated {stated}. Please upload it again."))
        }
        _ => Ok(()),
    }
}

/// Checks that the folder keeps files of the kind.
///
/// # Errors
/// On `kind`.
pub fn check_kind(folder: Folder, kind: Kind) -> Result<(), FieldError> {
    if kind.folder() == folder {
        Ok(())
    } else {
        Err(FieldError::new("kind", format!("{folder} keeps no files of the kind {kind}")))
    }
}

/// Where the file of an upload lies: by folder and business day. Of its name only what is harmless in an address, a
/// shell and a header is kept; the end of it, because that says what it is.
pub fn key(folder: Folder, now: Instant, upload: Uuid, file_name: &str) -> String {
    let harmless = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let safe: String = file_name.trim().chars().map(|letter| if harmless(letter) { letter } else { '_' }).collect();
    let safe = safe.get(safe.len().saturating_sub(LONGEST_IN_KEY)..).unwrap_or(&safe);
    format!("{folder}/{}/{upload}-{safe}", now.central_date())
}

/// The upload whose file lies there; `None` of what nobody was given an address for.
pub fn upload_of(key: &str) -> Option<(Folder, Uuid)> {
    let (folder, rest) = key.split_once('/')?;
    let (_, name) = rest.split_once('/')?;
    let folder = Folder::iter().find(|known| known.to_string() == folder)?;
    Some((folder, name.get(..UUID_LENGTH)?.parse().ok()?))
}

/// Whether Larder itself reads the folder's files, rather than the browser that puts them there.
pub fn is_ingested(folder: Folder) -> bool {
    folder == Folder::ForecastUploads
}

/// What is kept of what is wrong with a file: the first of it, so that an upload stays far below what a table takes.
pub fn kept(mut errors: Vec<LineError>) -> Vec<LineError> {
    errors.truncate(ERRORS_KEPT);
    errors
}

/// The state of an upload that ended with these counts of rows.
pub fn ended(written: u32, failed: u32) -> State {
    match (written, failed) {
        (_, 0) => State::Finished,
        (0, _) => State::Failed,
        _ => State::Partial,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde::Deserialize;
    use serde_json::json;

    #[rstest]
    #[case::a_name("routes.csv", "routes.csv")]
    #[case::blanks_and_signs("Week 47 (final)&more.csv", "Week_47__final__more.csv")]
    #[case::other_alphabets("Fahrpläne.csv", "Fahrpl_ne.csv")]
    #[case::a_path("../../etc/passwd", ".._.._etc_passwd")]
    #[case::a_path_of_windows(r"C:\routes.csv", "C__routes.csv")]
    #[case::header_injection("a\r\nb.csv", "a__b.csv")]
    fn a_key_is_the_servers_own_with_what_is_harmless_of_the_name(#[case] name: &str, #[case] kept: &str) {
        let (now, upload) = ("2026-11-22T03:00:00Z".parse().unwrap(), Uuid::nil());
        let key = key(Folder::RoutesUpload, now, upload, name);
        assert_eq!(key, format!("routes-upload/2026-11-21/00000000-0000-0000-0000-000000000000-{kept}"));
    }

    #[test]
    fn a_long_name_keeps_its_end() {
        let name = format!("{}.csv", "x".repeat(200));
        let key = key(Folder::ForecastUploads, "2026-11-22T12:00:00Z".parse().unwrap(), Uuid::nil(), &name);
        assert!(key.ends_with("x.csv") && key.len() < 200, "{key}");
    }

    #[rstest]
    #[case("routes.csv", "text/csv", &[])]
    #[case("routes.csv", "application/vnd.ms-excel", &[])]
    #[case(" ", "text/csv", &["fileName"])]
    #[case("routes.csv", "text/html", &["contentType"])]
    #[case("routes.csv", "text/csv; charset=utf-8", &["contentType"])]
    #[case("", "", &["fileName", "contentType"])]
    fn a_file_has_a_name_and_is_a_table(#[case] name: &str, #[case] kind: &str, #[case] wrong: &[&str]) {
        let found = faults(name, kind);
        assert_eq!(found.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), wrong);
        assert!(faults(&"x".repeat(256), "text/csv").len() == 1);
    }

    #[test]
    fn a_key_leads_back_to_its_upload_and_no_other_key_does() {
        let upload = Uuid::now_v7();
        let now = "2026-11-22T12:00:00Z".parse().unwrap();
        for folder in Folder::iter() {
            assert_eq!(upload_of(&key(folder, now, upload, "Week 47 (final).csv")), Some((folder, upload)));
        }
        for key in ["", "forecast-uploads", "forecast-uploads/x", "forecast-uploads/2026-11-22/x.csv", "secrets/a/b"] {
            assert_eq!(upload_of(key), None, "{key}");
        }
    }

    #[test]
    fn of_what_is_wrong_with_a_file_the_first_is_kept() {
        let wrong = |line| LineError { line: Some(line), message: "Item cannot be empty".into() };
        let kept = kept((2..1000).map(wrong).collect());
        assert_eq!((kept.len(), kept[0].line), (ERRORS_KEPT, Some(2)));
    }

    #[derive(Deserialize)]
    struct Cases {
        outcomes: Vec<OutcomeCase>,
    }

    #[derive(Deserialize)]
    struct OutcomeCase {
        name: String,
        written: u32,
        failed: u32,
        state: State,
    }

    #[test]
    fn an_upload_is_partial_only_when_some_rows_were_written() {
        let cases: Cases = serde_json::from_str(include_str!("../cases/uploads.json")).unwrap();
        for OutcomeCase { name, written, failed, state } in cases.outcomes {
            assert_eq!(ended(written, failed), state, "{name}");
        }
    }

    #[rstest]
    #[case(json!(null), Ok(None))]
    #[case(json!(1), Ok(Some(1)))]
    #[case(json!("5242880"), Ok(Some(5_242_880)))]
    #[case(json!(5_242_881), Err("The file is larger than 5 MB"))]
    #[case(json!(0), Err("contentLength should be the file's number of bytes, at least 1"))]
    #[case(json!(-1), Err("contentLength should be the file's number of bytes, at least 1"))]
    #[case(json!("1.5"), Err("contentLength should be the file's number of bytes, at least 1"))]
    #[case(json!([1]), Err("contentLength should be the file's number of bytes, at least 1"))]
    fn a_stated_length_is_within_the_folders_limit(#[case] stated: Value, #[case] expected: Result<Option<u64>, &str>) {
        let found = content_length(Folder::ForecastUploads, &stated).map_err(|error| error.message);
        assert_eq!(found, expected.map_err(str::to_owned));
    }

    #[test]
    fn rejects_a_file_that_arrives_too_large_or_with_another_length() {
        let most = Folder::ForecastUploads.largest();
        let check = |stated, bytes| check_arrived(Folder::ForecastUploads, stated, bytes);
        assert_eq!((check(None, most), check(Some(7), 7)), (Ok(()), Ok(())));
        assert_eq!(check(None, most + 1), Err("The file is larger than 5 MB".into()));
        assert!(check(Some(7), 8).is_err() && check(Some(7), most + 1).is_err());
    }

    #[test]
    fn rejects_a_kind_of_another_folder() {
        assert!(check_kind(Folder::ParAllocationUploads, Kind::Pars).is_ok());
        assert_eq!(check_kind(Folder::RoutesUpload, Kind::Pars).unwrap_err().field, "kind");
    }
}
