//! What was found.

use anyhow::Result;
use std::fmt;

/// What one check found: what differs, in words; nothing where all is as it should be.
pub(crate) type Findings = Vec<String>;

/// The checks and what they found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    checks: Vec<(&'static str, Result<Findings>)>,
}

impl Report {
    /// Adds a check.
    pub(crate) fn add(&mut self, name: &'static str, found: Result<Findings>) {
        self.checks.push((name, found));
    }

    /// Whether any check found a difference. What could not be checked is none.
    pub(crate) fn differs(&self) -> bool {
        self.checks.iter().any(|(_, found)| found.as_ref().is_ok_and(|findings| !findings.is_empty()))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, found) in &self.checks {
            match found {
                Ok(findings) if findings.is_empty() => writeln!(formatter, "{name:<16} as in the repository")?,
                Ok(findings) => {
                    for finding in findings {
                        writeln!(formatter, "{name:<16} DIFFERS  {finding}")?;
                    }
                }
                Err(why) => writeln!(formatter, "{name:<16} not checked: {why:#}")?,
            }
        }
        let verdict = if self.differs() { "Something differs." } else { "Nothing differs." };
        formatter.write_str(verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_checked_is_said_and_is_no_difference() {
        let mut report = Report::default();
        report.add("schema", Ok(Findings::new()));
        report.add("routes", Err(anyhow::anyhow!("no answer")));
        assert!(!report.differs());
        assert!(report.to_string().contains("routes           not checked: no answer"));
        report.add("functions", Ok(vec!["location is not deployed".into()]));
        assert!(report.differs());
        assert!(report.to_string().contains("functions        DIFFERS  location is not deployed"));
    }
}
