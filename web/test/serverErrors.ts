/** The failures that a handler of the fake server can simulate. */

/** A handler throws this error to make the operation fail as a Larder function would. */
export class ServerError extends Error {
  constructor(
    readonly type: "Invalid" | "Forbidden" | "NotFound" | "Conflict" | "Unavailable" | "Internal",
    message: string,
    readonly info: {
      errors?: readonly { field: string; message: string }[];
      current?: unknown;
      reason?: string;
    } = { errors: [] },
  ) {
    super(message);
  }
}

/** A handler throws this error to simulate a function that times out. AWS sends the response instead. */
export class FunctionTimeout extends Error {
  override readonly message = "2026-11-22T05:00:10Z 1f0c Task timed out after 10.01 seconds";
}

/** A request or a response that the real server would never accept or send. It fails the test. */
export class ContractViolation extends Error {
  override readonly name = "ContractViolation";
}
