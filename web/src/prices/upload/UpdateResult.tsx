import { useState } from "react";
import { formatCount } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Muted } from "../../ui/text";
import type { Failures } from "../../uploads/kind";
import { linesTotal, type Sending } from "../../uploads/rules/sending";

/** Maximum number of row errors in the dialog. */
const MAX_DETAILS = 10;

interface Props {
  readonly sending: Sending;
  readonly failures: Failures;
}

/** Shows the result with the messages of docs/requirements/planning.md, PRC-3. */
export function UpdateResult({ sending, failures }: Props) {
  const [closed, setClosed] = useState(false);
  if (closed || sending.halt === "stopped") return null;
  const onClose = () => setClosed(true);
  const closeButton = <Button onClick={onClose}>Close</Button>;
  if (sending.failed.length === 0) {
    const defaultMessage = `Successfully updated ${linesTotal(sending)} item prices.`;
    return (
      <Dialog title="Success" onClose={onClose} actions={closeButton}>
        <p>{(sending.sizes.length === 1 && sending.message) || defaultMessage}</p>
      </Dialog>
    );
  }
  const details = [...failures].sort(([one], [other]) => one - other);
  return (
    <Dialog title="Update Failed" alert onClose={onClose} actions={closeButton}>
      {[...new Set(sending.failed.map(({ reason }) => reason))].map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {details.length > 0 && (
        <ul>
          {details.slice(0, MAX_DETAILS).map(([line, { errors }]) => (
            <li key={line}>
              Line {line}: {errors.join(". ")}
            </li>
          ))}
        </ul>
      )}
      {details.length > MAX_DETAILS && <p>And {formatCount(details.length - MAX_DETAILS, "more row")}</p>}
      {sending.written > 0 && (
        <Muted as="p">
          {formatCount(sending.written, "price")} {sending.written === 1 ? "was" : "were"} updated.
        </Muted>
      )}
    </Dialog>
  );
}
