//! Daily delivery routes: which stops each route has on which day, and the totes to bring. Source: the spec of
//! locations, sections 2.7, 2.8, 3.5 and 5.4.

pub mod day;
pub mod model;
pub mod replace;
pub mod rules;
pub mod store;
