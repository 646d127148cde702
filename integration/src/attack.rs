//! The results of attacks, which `./scripts/test attack` prints as a table.

/// Prints the result of an attack: the number of calls that were rejected, and of those that were accepted. Call it after
/// the assertions.
#[expect(clippy::print_stdout, reason = "`./scripts/test attack` reads the line")]
pub fn print_attack(attack: &str, rejected: usize, accepted: usize) {
    println!("attack | {attack} | {} | {rejected} | {accepted}", rejected + accepted);
}
