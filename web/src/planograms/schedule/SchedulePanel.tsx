/** Schedules planograms from a file: request type, file, preview, submit and results. */
import { useState } from "react";
import { SelectField } from "../../ui/form/SelectField";
import { Tooltip } from "../../ui/Tooltip";
import { UploadSteps } from "../../uploads/UploadScreen";
import { REQUEST_LABELS, type RequestType } from "../formats";
import { planogramUpload } from "./planogramUpload";

interface Props {
  readonly type: RequestType;
  readonly onType: (type: RequestType) => void;
}

const TYPES = ["UPDATE", "CREATE"] as const;

/** Requires a `key` with the type, because the upload depends on it. */
export function SchedulePanel({ type, onType }: Props) {
  const [kind] = useState(() => planogramUpload(type));
  return (
    <section className="planogram-schedule" aria-label="Schedule">
      <UploadSteps
        kind={kind}
        header={(busy) => (
          <div className="planogram-request">
            <SelectField
              label="Request"
              value={type}
              disabled={busy}
              onChange={(value) => onType(TYPES.find((one) => one === value) ?? type)}
              options={TYPES.map((value) => ({ value, label: REQUEST_LABELS[value] }))}
            />
            <Tooltip label="About activeHour" icon="?">
              {type === "CREATE"
                ? "New planograms take effect immediately, so their file has no activeHour."
                : "activeHour is in Central time, in the format MM/DD/YYYY hh:mm:ss (24-hour clock)."}
            </Tooltip>
          </div>
        )}
      />
    </section>
  );
}
