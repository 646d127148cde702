/** Creates many locations concurrently, with retries. Stops after several consecutive requests without a response. */
import { ApiError, messageOf } from "../../api/errors";
import { isOutcomeUnknown } from "../createLocation";
import { UNABLE_TO_CREATE } from "../rules/create";

export const CONCURRENCY = 6;
/** After this many consecutive rows without a response, the connection or the server is considered down. */
const MAX_CONSECUTIVE_LOSSES = 6;
const MAX_ATTEMPTS = 3;
const INITIAL_BACKOFF_MS = 500;

/** The result of creating a row. */
export type Outcome =
  | { readonly state: "pending" | "created" }
  | {
      readonly state: "failed";
      readonly message: string;
      /** Whether the location may have been created although the request failed. */
      readonly outcomeUnknown: boolean;
    };

/** Why the remaining rows were skipped. */
export interface Interruption {
  readonly kind: "stopped" | "noResponse" | "rejected";
  readonly message: string;
}

export interface CreateRowsOptions<Row> {
  readonly rows: readonly Row[];
  /** @param outcomeUnknown whether an earlier attempt may have created the location */
  readonly create: (row: Row, outcomeUnknown: boolean) => Promise<void>;
  readonly hasUnknownOutcome: (row: Row) => boolean;
  /** Reports the result of a row; null if it was skipped. */
  readonly report: (row: Row, outcome: Outcome | null) => void;
  /** Skips the remaining rows. */
  readonly signal: AbortSignal;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Returns null if all rows were attempted, otherwise why the remaining rows were skipped. */
export async function createRows<Row>(options: CreateRowsOptions<Row>): Promise<Interruption | null> {
  const { rows, create, hasUnknownOutcome, report, signal, wait = sleep } = options;
  let next = 0;
  let losses = 0;
  let interruption: Interruption | null = null;

  async function createRow(row: Row): Promise<void> {
    let outcomeUnknown = hasUnknownOutcome(row);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await create(row, outcomeUnknown);
        losses = 0;
        report(row, { state: "created" });
        return;
      } catch (error) {
        const message = messageOf(error, UNABLE_TO_CREATE);
        if (isRejectedForAll(error)) {
          interruption = { kind: "rejected", message };
          report(row, outcomeUnknown ? { state: "failed", message, outcomeUnknown } : null);
          return;
        }
        const lost = isOutcomeUnknown(error);
        outcomeUnknown = outcomeUnknown || lost;
        if (!lost || attempt === MAX_ATTEMPTS || interruption || signal.aborted) {
          losses = lost ? losses + 1 : 0;
          if (losses >= MAX_CONSECUTIVE_LOSSES) interruption ??= { kind: "noResponse", message };
          report(row, { state: "failed", message, outcomeUnknown: lost });
          return;
        }
        await wait(INITIAL_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  async function createNextRows(): Promise<void> {
    while (next < rows.length && interruption === null && !signal.aborted) {
      const row = rows[next] as Row;
      next += 1;
      await createRow(row);
    }
  }

  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, rows.length) }, createNextRows));
  for (const row of rows.slice(next)) report(row, null);
  if (interruption === null && next < rows.length) interruption = { kind: "stopped", message: "" };
  return interruption;
}

/** Whether the error would occur for every row. */
function isRejectedForAll(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "forbidden" || error.kind === "unauthenticated");
}
