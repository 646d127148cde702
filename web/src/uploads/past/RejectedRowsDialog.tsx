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

/** Shows why the server rejected a file, line by line. */
export function RejectedRowsDialog({ folder, upload, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery(uploadQuery(folder, upload.uploadId));
  const errors = data?.errors ?? [];
  return (
    <Dialog
      wide
      title={`${upload.fileName} was rejected`}
      onClose={onClose}
      actions={
        <>
          {errors.length > 0 && (
            <Button onClick={() => downloadCsv(`${upload.fileName}-rejected.csv`, toCsv(COLUMNS, errors))}>
              Export CSV
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>No rows were saved. {upload.failed !== null && `${plural(upload.failed, "row")} failed validation.`}</p>
      {!data && !error && <Loading label="errors" />}
      {error && (
        <Failure
          message={messageOf(error, "Unable to load the errors, Please check your internet and your permissions")}
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
