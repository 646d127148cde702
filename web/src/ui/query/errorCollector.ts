/** Collects the failed reads of a page, so that several of them are shown in one box with one Retry. */
import { createContext, use, useEffect, useId, useRef } from "react";

export interface CollectedError {
  readonly message: string;
  readonly requestId: string | undefined;
  /** Null if the read cannot be repeated. */
  readonly retry: (() => void) | null;
  readonly retrying: boolean;
}

interface Collector {
  /** @param error null if there is no error any more */
  readonly report: (id: string, error: CollectedError | null) => void;
  /** Whether the page shows the errors in one box. */
  readonly isCombined: boolean;
}

/** Null outside of pages and in dialogs, where each view shows its own error. */
export const CollectorContext = createContext<Collector | null>(null);

interface Props {
  readonly message: string;
  readonly requestId: string | undefined;
  readonly onRetry: (() => void) | undefined;
  readonly retrying: boolean | undefined;
}

/** Reports an error to the page. Returns whether the page shows it, together with others. */
export function useCollectedError({ message, requestId, onRetry, retrying = false }: Props): boolean {
  const id = useId();
  const collector = use(CollectorContext);
  const report = collector?.report;
  const latest = useRef(onRetry);
  useEffect(() => {
    latest.current = onRetry;
  });
  const isRetryable = onRetry !== undefined;
  useEffect(() => {
    report?.(id, { message, requestId, retry: isRetryable ? () => latest.current?.() : null, retrying });
  }, [report, id, message, requestId, isRetryable, retrying]);
  useEffect(() => () => report?.(id, null), [report, id]);
  return collector?.isCombined ?? false;
}
