import { useCallback, useMemo, useState, type ReactNode } from "react";
import { Failure } from "../states";
import { CollectorContext, type CollectedError } from "./errorCollector";
import styles from "./query.module.css";

/** Shows several failed reads of the content in one box above it. A single one is shown by its own view. */
export function CombinedErrors({ children }: { readonly children: ReactNode }) {
  const [errors, setErrors] = useState<ReadonlyMap<string, CollectedError>>(new Map());
  const report = useCallback((id: string, error: CollectedError | null) => {
    setErrors((current) => {
      const others = [...current].filter(([other]) => other !== id);
      return new Map(error ? [...others, [id, error]] : others);
    });
  }, []);
  const isCombined = errors.size > 1;
  const collector = useMemo(() => ({ report, isCombined }), [report, isCombined]);
  return (
    <CollectorContext value={collector}>
      {isCombined && <CombinedBox errors={[...errors.values()]} />}
      {children}
    </CollectorContext>
  );
}

function CombinedBox({ errors }: { readonly errors: readonly CollectedError[] }) {
  const messages = [...new Set(errors.map(({ message }) => message))].toSorted();
  const requestIds = [...new Set(errors.flatMap(({ requestId }) => requestId ?? []))].toSorted();
  const isRetryable = errors.some(({ retry }) => retry !== null);
  return (
    <Failure
      message="Some parts of this page could not be loaded"
      onRetry={isRetryable ? () => errors.forEach(({ retry }) => retry?.()) : undefined}
      retrying={errors.some(({ retrying }) => retrying)}
    >
      <ul className={styles.messages}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      {requestIds.length > 0 && <span className={styles.detail}>Request ID: {requestIds.join(", ")}</span>}
    </Failure>
  );
}
