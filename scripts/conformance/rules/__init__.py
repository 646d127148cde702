"""The rules that each call must satisfy. A rule is a function that yields what is wrong with a call."""
