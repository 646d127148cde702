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
 * Gives back what the function answered. A function answers `{ data }`, or `{ error }` with the type, the message
 * for the user and further information, which becomes a GraphQL error.
 */
export function response(ctx) {
  if (ctx.error) {
    util.error(ctx.error.message, ctx.error.type);
  }
  if (ctx.result.error) {
    util.error(ctx.result.error.message, ctx.result.error.type, null, ctx.result.error.info);
  }
  return ctx.result.data;
}
