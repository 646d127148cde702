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
 * A checked file before anything of it is sent. A file with refused rows is refused whole, unless somebody chooses to
 * do without them: who overlooked them would believe that all of it took effect.
 */
export function CheckedPanel<Known, Value, Payload>({
  upload,
  checked,
  onSend,
  onAnother,
}: Props<Known, Value, Payload>) {
  const { Notice } = upload;
  const { refusal } = useMyPermissions();
  const confirm = useConfirm();
  const counts = useMemo(() => countOutcomes(checked.lines), [checked]);
  const chunks = useMemo(() => upload.plan(checked.lines), [upload, checked]);
  const toSend = chunks.reduce((sum, chunk) => sum + chunk.lines, 0);
  const valid = checked.lines.length - counts.removed - counts.refused;
  const notAllowed = upload.needs.map(refusal).find((reason) => reason !== undefined);
  const nothingNew = "Everything in the file is stored already";
  const refused = `${rows(counts.refused)} ${counts.refused === 1 ? "is" : "are"} refused: correct the file and choose it again`;

  async function sendValid() {
    const yes = await confirm({
      title: "Upload without the refused rows",
      message: `${rows(counts.refused)} of ${checked.name} will not take effect. Download them first to correct and upload them later.`,
      confirm: `Upload ${rows(toSend)}`,
    });
    if (yes) onSend();
  }

  const why = notAllowed ?? (counts.refused > 0 ? refused : chunks.length === 0 ? nothingNew : undefined);
  return (
    <>
      <section className="checked" aria-label="File">
        <h2>{checked.name}</h2>
        <p>{summaryOf(rows(checked.lines.length - counts.removed), counts)}</p>
        {checked.ignored.length > 0 && <p className="muted">Not used: {checked.ignored.join(", ")}</p>}
        {Notice && <Notice key={checked.name} lines={checked.lines} />}
        {counts.removed > 0 && upload.removal && <p className="checked-warning">{upload.removal(counts.removed)}</p>}
        <div className="checked-actions">
          <Button look="primary" onClick={onSend} disabledReason={why}>
            {upload.button}
          </Button>
          {counts.refused > 0 && chunks.length > 0 && !upload.whole && (
            <Button onClick={() => void sendValid()} disabledReason={notAllowed}>
              {`Upload the ${number(valid)} valid ${valid === 1 ? "row" : "rows"}`}
            </Button>
          )}
          <Button onClick={onAnother}>Choose another file</Button>
        </div>
        {why && <p className={counts.refused > 0 ? "picker-fault" : "muted"}>{why}</p>}
      </section>
      <Preview columns={upload.format.columns} checked={checked} counts={counts} atMost={upload.manner?.previewed} />
    </>
  );
}

function summaryOf(all: string, { added, changed, unchanged, refused }: ReturnType<typeof countOutcomes>): string {
  const parts = [
    [added, "added"],
    [changed, "changed"],
    [unchanged, "unchanged"],
    [refused, "refused"],
  ] as const;
  return `${all}: ${parts.map(([count, word]) => `${number(count)} ${word}`).join(", ")}`;
}
