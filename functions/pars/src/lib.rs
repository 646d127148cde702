//! Par levels: what each stocking of a location is filled up to, the packing report, and what orders exist.
