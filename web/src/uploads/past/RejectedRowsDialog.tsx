import { useQuery } from "@tanstack/react-query";
import { formatCount } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv } from "../../lib/csv";
import { Dialog } from "../../ui/Dialog";
import type { Folder } from "../kinds";
import { lineErrorText, uploadQuery, type LineError, type UploadRecord } from "../records";
import { QueryView } from "../../ui/query/QueryView";
import styles from "./past.module.css";

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
  const query = useQuery(uploadQuery(folder, upload.uploadId));
  const errors = query.data?.errors ?? [];
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
      <p>
        No rows were saved. {upload.failed !== undefined && `${formatCount(upload.failed, "row")} failed validation.`}
      </p>
      <QueryView
        query={query}
        label="errors"
        error="Unable to load the errors, Please check your internet and your permissions"
        forbidden={{ activity: "view the errors" }}
      >
        {() =>
          errors.length > 0 && (
            <ul className={styles.reasons} aria-label="Reasons">
              {errors.map((reason, index) => (
                <li key={index}>{lineErrorText(reason)}</li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Dialog>
  );
}
