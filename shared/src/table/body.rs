//! Sends requests whose body is already serialized ([`super::serialize`]).
//!
//! The SDK resolves the endpoint, signs, sends and retries the request, and reads the response. An interceptor replaces
//! only the body.

use aws_smithy_runtime_api::{
    box_error::BoxError,
    client::{
        interceptors::{Intercept, context::BeforeTransmitInterceptorContextMut},
        runtime_components::RuntimeComponents,
    },
};
use aws_smithy_types::{body::SdkBody, config_bag::ConfigBag};
use bytes::Bytes;

/// The body of one request, which all attempts send.
#[derive(Debug)]
pub(super) struct Body(pub(super) Bytes);

impl Intercept for Body {
    fn name(&self) -> &'static str {
        "SerializedBody"
    }

    fn modify_before_retry_loop(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request = context.request_mut();
        request.headers_mut().try_insert("content-length", self.0.len().to_string())?;
        *request.body_mut() = SdkBody::from(self.0.clone());
        Ok(())
    }
}
