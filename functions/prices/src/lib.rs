//! Prices of items by price schema, with their history.
