import { useMemo, useState } from "react";
import { formatCount, formatNumber } from "../lib/formats";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { useConfirm } from "../ui/confirm";
import { Notice } from "../ui/Notice";
import { Muted } from "../ui/text";
import { Toolbar } from "../ui/Toolbar";
import type { CheckedFile } from "./check/checkFile";
import type { UploadKind } from "./kind";
import { countOutcomes, type Counts } from "./rules/checked";
import { ErrorText, Step } from "./Step";

interface Props<Known, Value, Payload> {
  readonly kind: UploadKind<Known, Value, Payload>;
  readonly checked: CheckedFile<Value>;
  readonly onSend: () => void;
  readonly onAnother: () => void;
}

const rows = (count: number) => formatCount(count, "row");

const rejectedReason = (count: number) =>
  `${rows(count)} ${count === 1 ? "was" : "were"} rejected. Correct the file and choose it again.`;

/**
 * Shows a checked file before it is sent. If rows were rejected, the whole file is blocked until the user decides to
 * upload only the valid rows. Otherwise a user who overlooks the rejected rows would think that they took effect.
 */
export function CheckedPanel<Known, Value, Payload>({
  kind,
  checked,
  onSend,
  onAnother,
}: Props<Known, Value, Payload>) {
  const { wording, operation, views = {} } = kind;
  const { Notice: FileNotice, Effect } = views;
  const { missingPermission } = useMyPermissions();
  const confirm = useConfirm();
  const [confirmed, setConfirmed] = useState(false);
  const counts = useMemo(() => countOutcomes(checked.lines), [checked]);
  const chunks = useMemo(() => operation.plan(checked.lines), [operation, checked]);
  const confirmation = useMemo(() => wording.confirmation?.(checked.lines) ?? null, [wording, checked]);
  const toSend = chunks.reduce((sum, chunk) => sum + chunk.lines, 0);
  const valid = checked.lines.length - counts.removed - counts.rejected;
  const forbiddenReason = operation.requiredActions.map(missingPermission).find((reason) => reason !== undefined);
  const nothingNew = counts.rejected === 0 && chunks.length === 0;
  const rejected = counts.rejected > 0 ? (wording.rejected ?? rejectedReason)(counts.rejected) : undefined;
  const unchanged = nothingNew ? (wording.nothingNew?.reason ?? "Everything in this file is already saved") : undefined;
  const unconfirmed = confirmation && !confirmed ? confirmation.required : undefined;
  const blockedReason = forbiddenReason ?? rejected ?? unchanged ?? unconfirmed;

  async function sendValid() {
    const accepted = await confirm({
      title: "Upload without the rejected rows?",
      message: `${rows(counts.rejected)} of ${checked.name} will not be uploaded. Download them first to correct and upload them later.`,
      confirm: `Upload ${rows(toSend)}`,
    });
    if (accepted) onSend();
  }

  return (
    <>
      <Step label="File">
        <h2>{checked.name}</h2>
        <p>{(wording.summary ?? summaryOf)(counts)}</p>
        {checked.notes.map((note) => (
          <Muted as="p" key={note}>
            {note}
          </Muted>
        ))}
        {FileNotice && <FileNotice key={checked.name} lines={checked.lines} />}
        {counts.removed > 0 && wording.removed && <Notice tone="warning">{wording.removed(counts.removed)}</Notice>}
        {confirmation && (
          <Notice tone="warning">
            {confirmation.warning} <Checkbox label={confirmation.label} checked={confirmed} onChange={setConfirmed} />
          </Notice>
        )}
        {nothingNew && wording.nothingNew && (
          <Notice tone="warning" role="status">
            <strong>{wording.nothingNew.reason}</strong> {wording.nothingNew.details}
          </Notice>
        )}
        <Toolbar>
          <Button variant="primary" onClick={onSend} disabledReason={blockedReason}>
            {typeof wording.submit === "function" ? wording.submit(counts) : wording.submit}
          </Button>
          {counts.rejected > 0 && chunks.length > 0 && operation.sendsValidLines && (
            <Button onClick={() => void sendValid()} disabledReason={forbiddenReason}>
              {`Upload ${formatNumber(valid)} valid ${valid === 1 ? "row" : "rows"}`}
            </Button>
          )}
          <Button onClick={onAnother}>Choose another file</Button>
        </Toolbar>
        {blockedReason && !(nothingNew && wording.nothingNew) && (
          <p>{counts.rejected > 0 ? <ErrorText>{blockedReason}</ErrorText> : <Muted>{blockedReason}</Muted>}</p>
        )}
      </Step>
      {Effect && counts.rejected === 0 && <Effect lines={checked.lines} />}
    </>
  );
}

function summaryOf({ added, changed, unchanged, rejected }: Counts): string {
  const parts = [
    [added, "added"],
    [changed, "changed"],
    [unchanged, "unchanged"],
    [rejected, "rejected"],
  ] as const;
  const all = rows(added + changed + unchanged + rejected);
  return `${all}: ${parts.map(([count, word]) => `${formatNumber(count)} ${word}`).join(", ")}`;
}
