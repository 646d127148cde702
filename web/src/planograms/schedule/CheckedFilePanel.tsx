import { useMemo } from "react";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { countOutcomes, type CheckedLine } from "../../uploads/rules/checked";
import type { RequestType } from "../formats";
import type { PlanogramRow } from "../rules/updates";
import { FeedbackPanel } from "./FeedbackPanel";
import { errorsOf, FIX_ERRORS, warningsOf } from "./feedback";
import { FileGrid } from "./FileGrid";
import { FileLines } from "./FileLines";
import type { PlanogramUpload } from "./planogramUpload";

interface Props {
  readonly type: RequestType;
  readonly upload: PlanogramUpload;
  readonly checked: {
    readonly name: string;
    readonly lines: readonly CheckedLine<PlanogramRow>[];
    readonly ignored: readonly string[];
  };
  readonly onSend: () => void;
  readonly onAnother: () => void;
}

const number = (count: number) => count.toLocaleString("en-US");

/** Shows a checked file before it is sent. Errors block the upload, warnings do not. */
export function CheckedFilePanel({ type, upload, checked, onSend, onAnother }: Props) {
  const { missingPermission } = useMyPermissions();
  const { lines } = checked;
  const counts = useMemo(() => countOutcomes(lines), [lines]);
  const errors = useMemo(() => errorsOf(lines), [lines]);
  const warnings = useMemo(() => warningsOf(lines), [lines]);
  const forbiddenReason = upload.requiredActions.map(missingPermission).find((reason) => reason !== undefined);
  const blockedReason = errors.length > 0 ? "Fix the errors and upload the file again" : forbiddenReason;
  return (
    <>
      {errors.length > 0 && <FeedbackPanel type="error" heading={FIX_ERRORS} messages={errors} />}
      {warnings.length > 0 && (
        <FeedbackPanel type="warning" heading="Warnings. You can still submit the file." messages={warnings} />
      )}
      <section className="planogram-step" aria-label="File">
        <h2>{checked.name}</h2>
        <p>
          {number(lines.length)} {lines.length === 1 ? "row" : "rows"}: {number(counts.added)} added,{" "}
          {number(counts.changed)} changed, {number(counts.unchanged)} unchanged, {number(counts.rejected)} rejected
        </p>
        {checked.ignored.length > 0 && <p className="muted">Ignored columns: {checked.ignored.join(", ")}</p>}
        <div className="planogram-actions">
          <Button variant="primary" onClick={onSend} disabledReason={blockedReason}>
            {upload.submitLabel}
          </Button>
          <Button onClick={onAnother}>Choose another file</Button>
        </div>
        {blockedReason && <p className="muted">{blockedReason}</p>}
      </section>
      {errors.length === 0 && <FileGrid type={type} lines={lines} />}
      <FileLines columns={upload.format.columns} fileName={checked.name} lines={lines} />
    </>
  );
}
