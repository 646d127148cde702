import { useCallback, useState } from "react";
import { messageOf } from "../../api/errors";
import { mapSettled } from "../../api/mapSettled";

/** Concurrent calls, each for one row. */
const CONCURRENCY = 4;
/** More rows would keep the user waiting for minutes. */
const MAX_ROWS = 500;

/** The result of the call for a row. `label` is the status word of a success, such as 'Sent' or 'Already pending'. */
export type BulkOutcome =
  | { readonly state: "waiting" }
  | { readonly state: "done"; readonly label: string }
  | { readonly state: "failed"; readonly reason: string };

/** The rows of a bulk action with their results. */
export interface BulkRun<Row> {
  readonly rows: readonly Row[];
  /** By row id. Empty until the user confirms. */
  readonly outcomes: ReadonlyMap<string, BulkOutcome>;
  /** Whether calls are in progress. */
  readonly active: boolean;
}

interface Options<Row> {
  readonly rowId: (row: Row) => string;
  /** Shown for a failed call without a message from the server. */
  readonly failure: string;
  /** Called when all calls ended. */
  readonly onFinish?: () => void;
}

/** Calls the server once per row. Returns the status word of a success. */
export type BulkCall<Row> = (row: Row) => Promise<string>;

const WAITING: BulkOutcome = { state: "waiting" };

/**
 * Runs one call for each of many rows, and keeps the result of each row until the user dismisses it. Failed rows can be
 * sent again. Closing the dialog neither stops the calls nor removes the results.
 */
export function useBulkAction<Row>({ rowId, failure, onFinish }: Options<Row>) {
  const [run, setRun] = useState<BulkRun<Row> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [call, setCall] = useState<BulkCall<Row> | null>(null);

  /** Opens the dialog that lists the rows. */
  const open = useCallback((rows: readonly Row[]) => {
    setRun({ rows, outcomes: new Map(), active: false });
    setCall(null);
    setOpen(true);
  }, []);

  async function send(rows: readonly Row[], sendOne: BulkCall<Row>) {
    const setOutcomes = (changed: ReadonlyMap<string, BulkOutcome>, active: boolean) =>
      setRun((current) => current && { ...current, outcomes: new Map([...current.outcomes, ...changed]), active });
    setOutcomes(new Map(rows.map((row) => [rowId(row), WAITING])), true);
    await mapSettled(rows, CONCURRENCY, sendOne, (row, outcome) => {
      const result: BulkOutcome = outcome.ok
        ? { state: "done", label: outcome.value }
        : { state: "failed", reason: messageOf(outcome.error, failure) };
      setOutcomes(new Map([[rowId(row), result]]), true);
    });
    setOutcomes(new Map(), false);
    onFinish?.();
  }

  const failed = run?.rows.filter((row) => run.outcomes.get(rowId(row))?.state === "failed") ?? [];
  const started = run !== null && run.outcomes.size > 0;
  return {
    run,
    rowId,
    isOpen: isOpen && run !== null,
    /** Whether the user confirmed. */
    started,
    failed,
    open,
    start: (sendOne: BulkCall<Row>) => {
      if (!run || run.active) return;
      setCall(() => sendOne);
      void send(run.rows, sendOne);
    },
    retry: () => {
      if (call && !run?.active) void send(failed, call);
    },
    /** Shows the results again. */
    show: () => setOpen(true),
    close: () => {
      setOpen(false);
      if (!started) setRun(null);
    },
    /** Removes the results. */
    dismiss: () => setRun(null),
    /** Why these rows cannot be processed together; undefined if they can. */
    disabledReason: (rows: readonly Row[]): string | undefined => {
      if (run?.active) return "Wait until the current rows are processed";
      return rows.length > MAX_ROWS ? `Select at most ${MAX_ROWS} rows` : undefined;
    },
  };
}

export type BulkAction<Row> = ReturnType<typeof useBulkAction<Row>>;

/** The number of rows by result: the status words in the order of their first row, then the failed and waiting rows. */
export function countOutcomes(outcomes: Iterable<BulkOutcome>): readonly (readonly [label: string, count: number])[] {
  const done = new Map<string, number>();
  let [failed, waiting] = [0, 0];
  for (const outcome of outcomes) {
    if (outcome.state === "done") done.set(outcome.label, (done.get(outcome.label) ?? 0) + 1);
    else if (outcome.state === "failed") failed += 1;
    else waiting += 1;
  }
  const others = [["Failed", failed] as const, ["Waiting", waiting] as const];
  return [...done, ...others.filter(([, count]) => count > 0)];
}
