/** Creating many locations, so many at a time. What cannot be reached is tried again, and then nothing more is begun. */
import { ApiError, messageOf } from "../../api/errors";
import { mayBeWritten } from "../createLocation";
import { UNABLE_TO_CREATE } from "../rules/create";

/** How many are under way at once. */
export const AT_ONCE = 6;
/** So many in a row without an answer: the connection or the server is gone. */
const LOST_AFTER = 6;
const ATTEMPTS = 3;
const BACKOFF = 500;

/** What became of a row that was to be created. */
export type Outcome =
  | { readonly state: "pending" | "created" }
  | {
      readonly state: "failed";
      readonly message: string;
      /** It may have been written all the same. */
      readonly unanswered: boolean;
    };

/** Why nothing more was begun. */
export interface Halt {
  readonly why: "stopped" | "lost" | "refused";
  readonly message: string;
}

export interface Sending<Row> {
  readonly rows: readonly Row[];
  /** @param unanswered whether an earlier attempt had no answer */
  readonly create: (row: Row, unanswered: boolean) => Promise<void>;
  readonly wasUnanswered: (row: Row) => boolean;
  /** Nothing: it was not begun after all. */
  readonly report: (row: Row, outcome: Outcome | null) => void;
  /** Stops what was not begun. */
  readonly signal: AbortSignal;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Answers once nothing is under way: nothing where all rows were tried, else why not. */
export async function sendRows<Row>(sending: Sending<Row>): Promise<Halt | null> {
  const { rows, create, wasUnanswered, report, signal, wait = sleep } = sending;
  let next = 0;
  let losses = 0;
  let halt: Halt | null = null;

  async function send(row: Row): Promise<void> {
    let unanswered = wasUnanswered(row);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await create(row, unanswered);
        losses = 0;
        report(row, { state: "created" });
        return;
      } catch (error) {
        const message = messageOf(error, UNABLE_TO_CREATE);
        if (isRefusedForAll(error)) {
          halt = { why: "refused", message };
          report(row, unanswered ? { state: "failed", message, unanswered } : null);
          return;
        }
        const lost = mayBeWritten(error);
        unanswered = unanswered || lost;
        if (!lost || attempt === ATTEMPTS || halt || signal.aborted) {
          losses = lost ? losses + 1 : 0;
          if (losses >= LOST_AFTER) halt ??= { why: "lost", message };
          report(row, { state: "failed", message, unanswered: lost });
          return;
        }
        await wait(BACKOFF * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  async function sendOneAfterAnother(): Promise<void> {
    while (next < rows.length && halt === null && !signal.aborted) {
      const row = rows[next] as Row;
      next += 1;
      await send(row);
    }
  }

  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, sendOneAfterAnother));
  for (const row of rows.slice(next)) report(row, null);
  if (halt === null && next < rows.length) halt = { why: "stopped", message: "" };
  return halt;
}

/** What is refused for one would be refused for each. */
function isRefusedForAll(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "forbidden" || error.kind === "unauthenticated");
}
