import { useId, type ReactNode } from "react";
import { Link } from "react-router";
import { downloadCsv, toCsv } from "../../lib/csv";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Muted } from "../../ui/text";
import { watchAddress } from "../watch/progress";
import type { DeploymentResult, FailedFridge, SoftwareTarget, TableOutcome } from "./deploy";
import styles from "./resultDialog.module.css";

const FAILED_FRIDGES = "The following fridges failed to update:";

interface Props {
  readonly title: string;
  readonly result: DeploymentResult;
  /** The version that was sent; null if there is none to watch. */
  readonly software: SoftwareTarget | null;
  readonly onClose: () => void;
  /** Retries the failed fridges. */
  readonly onRetry?: ((fridges: readonly string[]) => void) | undefined;
}

/** The results of a deployment for the version table and the pilot table (SWR-9). */
export function ResultDialog({ title, result, software, onClose, onRetry }: Props) {
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
            <Button onClick={() => onRetry(failed.map(({ fridge }) => fridge))}>Retry failed fridges</Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <TableResult name="FridgeSoftwareVersion" result={result.versions}>
        {software && isAnyUpdated(result.versions) && (
          <Link to={watchAddress(software)} onClick={onClose}>
            Watch
          </Link>
        )}
      </TableResult>
      <TableResult name="FridgeSoftwarePilots" result={result.pilots} />
    </Dialog>
  );
}

/** Whether fridges were updated. A failure without a list concerns all fridges. */
function isAnyUpdated(versions: TableOutcome): boolean {
  return versions.outcome === "success" || (versions.outcome === "failure" && versions.failed.length > 0);
}

interface TableResultProps {
  readonly name: string;
  readonly result: TableOutcome;
  /** Content below the result. */
  readonly children?: ReactNode;
}

function TableResult({ name, result, children }: TableResultProps) {
  const id = useId();
  return (
    <section className={styles.result} data-outcome={result.outcome} aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      {result.outcome === "notApplicable" && <p>N/A</p>}
      {result.outcome === "success" && <p>✓ The {name} table was successfully updated.</p>}
      {result.outcome === "failure" && (
        <>
          <p>✗ The {name} table failed to update.</p>
          {result.error && <p>{result.error}</p>}
          {result.failed.length > 0 && <Failed fridges={result.failed} />}
        </>
      )}
      {children}
    </section>
  );
}

/** The failed fridges, grouped by the server's reason. */
function Failed({ fridges }: { readonly fridges: readonly FailedFridge[] }) {
  const byReason = groupByReason(fridges);
  return (
    <>
      <p>{FAILED_FRIDGES}</p>
      <ul className={styles.failed}>
        {byReason.map(([reason, ids]) => (
          <li key={reason}>
            {reason !== "" && <Muted as="p">{reason}</Muted>}
            <p>{ids.join(", ")}</p>
          </li>
        ))}
      </ul>
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
  downloadCsv("failed-fridges.csv", toCsv(columns, failed));
}
