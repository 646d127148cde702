/** What is said where current prices could not be had (spec of planning and reporting, section 8). */
import { ApiError, messageOf } from "../../api/errors";

interface Words {
  readonly title: string;
  readonly text: string;
}

/** The server refuses what was asked, or no longer knows the question: asking again would not help. */
function isSchemaFault(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === "invalid" || /^validation error/i.test(String(error.cause));
}

export function comparisonFailure(error: unknown): Words {
  if (isSchemaFault(error)) {
    return { title: "Backend Schema Error", text: messageOf(error, "Please refresh the page.") };
  }
  return {
    title: "Error Fetching Current Prices",
    text: "Failed to fetch current prices for comparison. Please try again.",
  };
}
