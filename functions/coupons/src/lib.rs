//! Single-use coupon codes of customer service.
