import { useMemo } from "react";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { useConfirm } from "../ui/confirm";
import type { CheckedFile } from "./check/checkFile";
import { Preview } from "./preview/Preview";
import { countOutcomes } from "./rules/checked";
import type { Upload } from "./upload";

interface Props<Known, Value, Payload> {
  readonly upload: Upload<Known, Value, Payload>;
  readonly checked: CheckedFile<Value>;
  readonly onSend: () => void;
  readonly onAnother: () => void;
}

const number = (count: number) => count.toLocaleString("en-US");
const rows = (count: number) => `${number(count)} ${count === 1 ? "row" : "rows"}`;

/**
 * Shows a checked file before it is sent. If rows were rejected, the whole file is blocked until the user decides to
 * upload only the valid rows. Otherwise a user who overlooks the rejected rows would think that they took effect.
 */
export function CheckedPanel<Known, Value, Payload>({
  upload,
  checked,
  onSend,
  onAnother,
}: Props<Known, Value, Payload>) {
  const { Notice } = upload;
  const { missingPermission } = useMyPermissions();
  const confirm = useConfirm();
  const counts = useMemo(() => countOutcomes(checked.lines), [checked]);
  const chunks = useMemo(() => upload.plan(checked.lines), [upload, checked]);
  const toSend = chunks.reduce((sum, chunk) => sum + chunk.lines, 0);
  const valid = checked.lines.length - counts.removed - counts.rejected;
  const forbiddenReason = upload.requiredActions.map(missingPermission).find((reason) => reason !== undefined);
  const nothingNew = "Everything in this file is already saved";
  const rejected = `${rows(counts.rejected)} ${counts.rejected === 1 ? "was" : "were"} rejected. Correct the file and choose it again.`;

  async function sendValid() {
    const confirmed = await confirm({
      title: "Upload without the rejected rows?",
      message: `${rows(counts.rejected)} of ${checked.name} will not be uploaded. Download them first to correct and upload them later.`,
      confirm: `Upload ${rows(toSend)}`,
    });
    if (confirmed) onSend();
  }

  const blockedReason =
    forbiddenReason ?? (counts.rejected > 0 ? rejected : chunks.length === 0 ? nothingNew : undefined);
  return (
    <>
      <section className="checked" aria-label="File">
        <h2>{checked.name}</h2>
        <p>{summaryOf(rows(checked.lines.length - counts.removed), counts)}</p>
        {checked.ignored.length > 0 && <p className="muted">Ignored columns: {checked.ignored.join(", ")}</p>}
        {Notice && <Notice key={checked.name} lines={checked.lines} />}
        {counts.removed > 0 && upload.removalMessage && (
          <p className="checked-warning">{upload.removalMessage(counts.removed)}</p>
        )}
        <div className="checked-actions">
          <Button variant="primary" onClick={onSend} disabledReason={blockedReason}>
            {upload.submitLabel}
          </Button>
          {counts.rejected > 0 && chunks.length > 0 && !upload.parsedByServer && (
            <Button onClick={() => void sendValid()} disabledReason={forbiddenReason}>
              {`Upload ${number(valid)} valid ${valid === 1 ? "row" : "rows"}`}
            </Button>
          )}
          <Button onClick={onAnother}>Choose another file</Button>
        </div>
        {blockedReason && <p className={counts.rejected > 0 ? "picker-error" : "muted"}>{blockedReason}</p>}
      </section>
      <Preview
        columns={upload.format.columns}
        checked={checked}
        counts={counts}
        maxRows={upload.strict?.maxPreviewRows}
      />
    </>
  );
}

function summaryOf(allRows: string, { added, changed, unchanged, rejected }: ReturnType<typeof countOutcomes>): string {
  const parts = [
    [added, "added"],
    [changed, "changed"],
    [unchanged, "unchanged"],
    [rejected, "rejected"],
  ] as const;
  return `${allRows}: ${parts.map(([count, word]) => `${number(count)} ${word}`).join(", ")}`;
}
