import { util } from '@aws-appsync/utils';

/**
 * The resolver of all fields. Invokes the field's function with the arguments and the verified identity.
 */
export function request(ctx) {
  return {
    operation: 'Invoke',
    payload: { field: ctx.info.fieldName, arguments: ctx.args, identity: ctx.identity },
  };
}

/**
 * Converts the function's response. `{ data }` is returned. `{ error }` with a type, a message for the user and further
 * information becomes a GraphQL error. A function that crashed, was throttled or timed out has no response. Lambda's
 * own message is only for the log, so the caller gets a neutral message.
 */
export function response(ctx) {
  if (ctx.error || !ctx.result) {
    util.error('Larder is busy at the moment. Please try again.', 'Unavailable');
  }
  if (ctx.result.error) {
    util.error(ctx.result.error.message, ctx.result.error.type, null, ctx.result.error.info);
  }
  return ctx.result.data;
}
