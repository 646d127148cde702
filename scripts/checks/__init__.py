"""What ./scripts/test runs."""
