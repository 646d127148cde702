/** The message for a failure to load the current prices (docs/requirements/planning.md, PRC-3). */
import { ApiError, messageOf } from "../../api/errors";

interface FailureMessage {
  readonly title: string;
  readonly text: string;
}

/** Whether the server rejects the query itself. A retry would fail too. */
function isSchemaError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === "invalid" || /^validation error/i.test(String(error.cause));
}

export function comparisonFailure(error: unknown): FailureMessage {
  if (isSchemaError(error)) {
    return { title: "Backend Schema Error", text: messageOf(error, "Please refresh the page.") };
  }
  return {
    title: "Error Fetching Current Prices",
    text: "Failed to fetch current prices for comparison. Please try again.",
  };
}
