import { useId } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { downloadCsv, toCsv } from "../../ui/csv";
import type { FailedFridge, Part, Result } from "./deploy";

const FAILED_FRIDGES = "The following fridges failed to update:";

interface Props {
  readonly title: string;
  readonly result: Result;
  readonly onClose: () => void;
  /** Tries those that failed again, where there are any. */
  readonly onRetry?: ((fridges: readonly string[]) => void) | undefined;
}

/** How a deployment ended, for the version table and the pilot table apart (spec of fleet operations, 2.1 and 4.1). */
export function ResultDialog({ title, result, onClose, onRetry }: Props) {
  const failed = result.versions.outcome === "failure" ? result.versions.failed : [];
  return (
    <Dialog
      title={title}
      wide
      alert={[result.versions, result.pilots].some(({ outcome }) => outcome === "failure")}
      onClose={onClose}
      actions={
        <>
          {failed.length > 0 && <Button onClick={() => exportFailed(failed)}>Export failed fridges</Button>}
          {onRetry && failed.length > 0 && (
            <Button onClick={() => onRetry(failed.map(({ fridge }) => fridge))}>Try these again</Button>
          )}
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <TableResult name="FridgeSoftwareVersion" part={result.versions} />
      <TableResult name="FridgeSoftwarePilots" part={result.pilots} />
    </Dialog>
  );
}

function TableResult({ name, part }: { readonly name: string; readonly part: Part }) {
  const id = useId();
  return (
    <section className={`deploy-result deploy-${part.outcome}`} aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      {part.outcome === "notApplicable" && <p>N/A</p>}
      {part.outcome === "success" && <p>✓ The {name} table was successfully updated.</p>}
      {part.outcome === "failure" && (
        <>
          <p>✗ The {name} table failed to update.</p>
          {part.error && <p>{part.error}</p>}
          {part.failed.length > 0 && <Failed fridges={part.failed} />}
        </>
      )}
    </section>
  );
}

/** The fridges by the reason that the server gave. */
function Failed({ fridges }: { readonly fridges: readonly FailedFridge[] }) {
  const byReason = groupByReason(fridges);
  return (
    <>
      <p>{FAILED_FRIDGES}</p>
      <dl className="deploy-failed">
        {byReason.map(([reason, ids]) => (
          <div key={reason}>
            {reason !== "" && <dt>{reason}</dt>}
            <dd>{ids.join(", ")}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function groupByReason(
  fridges: readonly FailedFridge[],
): readonly (readonly [reason: string, ids: readonly string[]])[] {
  const byReason = new Map<string, string[]>();
  for (const { fridge, message = "" } of fridges) {
    const ids = byReason.get(message);
    if (ids) ids.push(fridge);
    else byReason.set(message, [fridge]);
  }
  return [...byReason];
}

function exportFailed(failed: readonly FailedFridge[]): void {
  const columns = [
    { header: "Fridge", value: ({ fridge }: FailedFridge) => fridge },
    { header: "Reason", value: ({ message }: FailedFridge) => message },
  ];
  downloadCsv("fridges-that-failed.csv", toCsv(columns, failed));
}
