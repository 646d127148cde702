import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv } from "../../ui/csv";
import { Dialog } from "../../ui/Dialog";
import { plural } from "../../ui/plural";
import { Failure, Loading } from "../../ui/states";
import type { Folder } from "../kinds";
import { lineErrorText, uploadQuery, type LineError, type UploadRecord } from "../records";

interface Props {
  readonly folder: Folder;
  readonly upload: UploadRecord;
  readonly onClose: () => void;
}

const COLUMNS = [
  { header: "line", value: ({ line }: LineError) => line },
  { header: "reason", value: ({ message }: LineError) => message },
];

/** Why nothing of a file was written, line by line. */
export function RefusedDialog({ folder, upload, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery(uploadQuery(folder, upload.uploadId));
  const errors = data?.errors ?? [];
  return (
    <Dialog
      wide
      title={`${upload.fileName} was refused`}
      onClose={onClose}
      actions={
        <>
          {errors.length > 0 && (
            <Button onClick={() => downloadCsv(`${upload.fileName}-refused.csv`, toCsv(COLUMNS, errors))}>
              Export CSV
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>Nothing of it was written. {upload.failed !== null && `${plural(upload.failed, "line")} had errors.`}</p>
      {!data && !error && <Loading what="the reasons" />}
      {error && (
        <Failure
          message={messageOf(error, "Unable to load the reasons, Please check your internet and your permissions")}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {errors.length > 0 && (
        <ul className="past-reasons" aria-label="Reasons">
          {errors.map((reason, index) => (
            <li key={index}>{lineErrorText(reason)}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
