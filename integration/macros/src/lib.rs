//! The attribute of integration tests. Use it as `integration::stack_test`.

use proc_macro::TokenStream;
use quote::quote;
use syn::{Error, FnArg, ItemFn, parse_macro_input, spanned::Spanned};

/// Marks an async function as a test that requires a deployed stack.
///
/// The test is ignored unless `--include-ignored` is passed, so that `cargo test` alone needs no stack. Its optional
/// parameter is loaded by its type's `load` function: `async fn returns_404(stack: Stack)` starts with `Stack::load()`.
#[proc_macro_attribute]
pub fn stack_test(_: TokenStream, function: TokenStream) -> TokenStream {
    let mut function = parse_macro_input!(function as ItemFn);
    let parameters = std::mem::take(&mut function.sig.inputs);
    if parameters.len() > 1 {
        return Error::new(parameters.span(), "a stack test has at most one parameter, the stack")
            .to_compile_error()
            .into();
    }
    let load = parameters.iter().map(|parameter| match parameter {
        FnArg::Typed(typed) => {
            let (name, kind) = (&typed.pat, &typed.ty);
            quote! { let #name = <#kind>::load().await; }
        }
        FnArg::Receiver(receiver) => Error::new(receiver.span(), "a stack test is a free function").to_compile_error(),
    });
    let (attributes, visibility, signature) = (&function.attrs, &function.vis, &function.sig);
    let statements = &function.block.stmts;
    quote! {
        #(#attributes)*
        #[::tokio::test]
        #[ignore = "requires a deployed stack: run ./scripts/test"]
        #visibility #signature {
            #(#load)*
            #(#statements)*
        }
    }
    .into()
}
