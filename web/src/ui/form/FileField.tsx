import { useId, useState, type ReactNode } from "react";
import { DropZone } from "react-aria-components/DropZone";
import { FieldError, FieldHint } from "../Field";
import styles from "./fileField.module.css";

interface Props {
  readonly label: string;
  /** The accepted files, such as ".csv,text/csv". */
  readonly accept: string;
  /** Content below the file input, such as the expected format. */
  readonly children?: ReactNode;
  /** The error of the previous file. */
  readonly error?: ReactNode;
  /** Why no file can be selected; undefined if one can. */
  readonly disabledReason?: string | undefined;
  readonly onFile: (file: File) => void;
}

/** Lets the user select, drop or paste a file. Each selection is reported, because the file can have changed. */
export function FileField({ label, accept, children, error, disabledReason, onFile }: Props) {
  const id = useId();
  const errorId = useId();
  const reasonId = useId();
  const [name, setName] = useState<string | null>(null);
  const describedBy = [error && errorId, disabledReason && reasonId].filter(Boolean).join(" ");

  function select(file: File) {
    setName(file.name);
    onFile(file);
  }

  return (
    <>
      <DropZone
        className={styles.drop}
        data-invalid={error ? true : undefined}
        aria-label="Drop or paste a file"
        isDisabled={disabledReason !== undefined}
        getDropOperation={() => "copy"}
        onDrop={async ({ items }) => {
          const item = items.find(({ kind }) => kind === "file");
          if (item?.kind === "file") select(await item.getFile());
        }}
      >
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={disabledReason !== undefined}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) select(file);
            // Lets the user select the same file again after correcting it.
            event.target.value = "";
          }}
        />
        <p className={styles.state}>
          {/* The browser's own text would always name no file, because the input is emptied. */}
          <span className={styles.idle}>{name === null ? "No file selected. Choose one or drop it here." : name}</span>
          <span className={styles.dropping}>Drop the file to check it</span>
        </p>
        {children}
        {disabledReason && <FieldHint id={reasonId}>{disabledReason}</FieldHint>}
      </DropZone>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </>
  );
}
