//! The report of all checks.

use anyhow::Result;
use std::fmt;

/// The differences that a check found, as sentences.
pub(crate) type Findings = Vec<String>;

/// The checks and their results.
#[derive(Debug, Default)]
pub(crate) struct Report {
    checks: Vec<(&'static str, Result<Findings>)>,
}

impl Report {
    /// Adds the result of a check. An error means that the check could not run.
    pub(crate) fn add(&mut self, name: &'static str, result: Result<Findings>) {
        self.checks.push((name, result));
    }

    /// Whether any check found a difference. A check that could not run counts as none.
    pub(crate) fn has_differences(&self) -> bool {
        self.checks.iter().any(|(_, result)| result.as_ref().is_ok_and(|findings| !findings.is_empty()))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, result) in &self.checks {
            match result {
                Ok(findings) if findings.is_empty() => writeln!(formatter, "{name:<16} matches the repository")?,
                Ok(findings) => {
                    for finding in findings {
                        writeln!(formatter, "{name:<16} DIFFERS  {finding}")?;
                    }
                }
                Err(error) => writeln!(formatter, "{name:<16} not checked: {error:#}")?,
            }
        }
        let summary = if self.has_differences() { "Differences found." } else { "No differences found." };
        formatter.write_str(summary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_a_check_that_could_not_run_without_counting_it_as_a_difference() {
        let mut report = Report::default();
        report.add("schema", Ok(Findings::new()));
        report.add("routes", Err(anyhow::anyhow!("no response")));
        assert!(!report.has_differences());
        assert!(report.to_string().contains("routes           not checked: no response"));
        report.add("functions", Ok(vec!["location is not deployed".into()]));
        assert!(report.has_differences());
        assert!(report.to_string().contains("functions        DIFFERS  location is not deployed"));
    }
}
