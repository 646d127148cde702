import { util } from '@aws-appsync/utils';

/**
 * The one resolver of every field: hands the field's arguments and the verified identity to the field's function.
 */
export function request(ctx) {
  return {
    operation: 'Invoke',
    payload: { field: ctx.info.fieldName, arguments: ctx.args, identity: ctx.identity },
  };
}

/**
 * Returns the function's response: `{ data }`, or `{ error }` with the type, the message for the user and further
 * information, which becomes a GraphQL error. A function that crashed, was throttled or ran out of time has no response.
 * Lambda's own message about that is for the log only, so the caller gets a neutral one, without further information.
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
