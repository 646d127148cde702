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
use std::{
    mem,
    sync::{Mutex, PoisonError},
};

/// The body of one request, which all attempts send.
#[derive(Debug)]
pub(super) struct Body(Mutex<Vec<u8>>);

impl Body {
    pub(super) fn new(json: Vec<u8>) -> Self {
        Self(Mutex::new(json))
    }
}

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
        let json = mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let request = context.request_mut();
        request.headers_mut().try_insert("content-length", json.len().to_string())?;
        *request.body_mut() = SdkBody::from(json);
        Ok(())
    }
}
