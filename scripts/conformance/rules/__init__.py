"""The rules that each call must satisfy. A rule is a function that yields the violations of a call."""
