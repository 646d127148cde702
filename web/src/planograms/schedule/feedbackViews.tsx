/** The feedback about a planogram file before and after it is sent (docs/requirements/planning.md, PLN-2 and PLN-3). */
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../ui/Button";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { Sending } from "../../uploads/rules/sending";
import type { FileError as FileErrorData } from "../../uploads/rules/sheet";
import { EMPTY_FILE, NO_ROWS } from "../formats";
import type { PlanogramRow } from "../rules/updates";
import { errorsOf, FIX_ERRORS, successText, warningsOf } from "./feedback";
import { FeedbackPanel } from "./FeedbackPanel";

/** The error of a file that cannot be read. A file of the other request has a button that selects that request. */
export function FileError({ error }: { readonly error: FileErrorData }) {
  const [, setAddress] = useSearchParams();
  const selectOtherRequest = () =>
    setAddress((address) => {
      const next = new URLSearchParams(address);
      if (next.get("type") === "CREATE") next.delete("type");
      else next.set("type", "CREATE");
      return next;
    });
  return (
    <>
      <FeedbackPanel
        type="error"
        heading={FIX_ERRORS}
        messages={[error.message === EMPTY_FILE ? NO_ROWS : error.message]}
      />
      {error.correctScreen && (
        <div>
          <Button onClick={selectOtherRequest}>{`Go to ${error.correctScreen.screen}`}</Button>
        </div>
      )}
    </>
  );
}

/** Errors block the upload, warnings do not. */
export function FileFeedback({ lines }: { readonly lines: readonly CheckedLine<PlanogramRow>[] }) {
  const errors = useMemo(() => errorsOf(lines), [lines]);
  const warnings = useMemo(() => warningsOf(lines), [lines]);
  return (
    <>
      {errors.length > 0 && <FeedbackPanel type="error" heading={FIX_ERRORS} messages={errors} />}
      {warnings.length > 0 && (
        <FeedbackPanel type="warning" heading="Warnings. You can still submit the file." messages={warnings} />
      )}
    </>
  );
}

/** Shows the errors of the failed rows and the number of processed rows. */
export function BatchResult({ sending }: { readonly sending: Sending }) {
  const errors = sending.failed.flatMap(({ reasons }) => reasons);
  const processed = sending.written + sending.unchanged;
  return (
    <>
      {errors.length > 0 && <FeedbackPanel type="error" heading={FIX_ERRORS} messages={errors} />}
      {processed > 0 && <FeedbackPanel type="success" heading={successText(processed)} />}
    </>
  );
}
