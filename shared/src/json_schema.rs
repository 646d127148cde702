//! JSON Schemas of types that are not derived.

/// Implements `schemars::JsonSchema` for a type whose schema is repeated at each use of the type: the type, with
/// its generic parameters in brackets, its unique name, and a block that returns the schema.
///
/// ```
/// struct Weekday(u8);
///
/// shared::inline_schema!(Weekday, "Weekday", {
///     schemars::json_schema!({ "type": "integer", "minimum": 1, "maximum": 7 })
/// });
/// ```
#[macro_export]
macro_rules! inline_schema {
    ($type:ty $(where [$($generics:tt)+])?, $name:expr, $schema:block) => {
        impl$(<$($generics)+>)? ::schemars::JsonSchema for $type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema $schema
        }
    };
}
