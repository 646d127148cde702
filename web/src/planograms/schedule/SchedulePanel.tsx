/** Schedules planograms from a file: request type, file, preview, submit and results. */
import { useState } from "react";
import { SelectField } from "../../ui/form/SelectField";
import { Toolbar } from "../../ui/Toolbar";
import { Tooltip } from "../../ui/Tooltip";
import { UploadSteps } from "../../uploads/UploadScreen";
import { REQUEST_LABELS, REQUEST_TYPES, type RequestType } from "../formats";
import { Section } from "../Section";
import { planogramUpload } from "./planogramUpload";

interface Props {
  readonly type: RequestType;
  readonly onType: (type: RequestType) => void;
}

/** Requires a `key` with the type, because the upload depends on it. */
export function SchedulePanel({ type, onType }: Props) {
  const [kind] = useState(() => planogramUpload(type));
  return (
    <Section label="Schedule">
      <UploadSteps
        kind={kind}
        header={(busy) => (
          <Toolbar>
            <SelectField
              label="Request"
              value={type}
              disabledReason={busy ? "Wait until the upload is finished" : undefined}
              onChange={(value) => onType(REQUEST_TYPES.find((one) => one === value) ?? type)}
              options={REQUEST_TYPES.map((value) => ({ value, label: REQUEST_LABELS[value] }))}
            />
            <Tooltip label="About activeHour" icon="?">
              {type === "CREATE"
                ? "New planograms take effect immediately, so their file has no activeHour."
                : "activeHour is in Central time, in the format MM/DD/YYYY hh:mm:ss (24-hour clock)."}
            </Tooltip>
          </Toolbar>
        )}
      />
    </Section>
  );
}
