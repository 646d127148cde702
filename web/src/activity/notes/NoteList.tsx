import { formatDateTime, formatDay } from "../../lib/formats";
import { Tag } from "../../ui/Tag";
import { Muted } from "../../ui/text";
import { isOpen, type HandoverNote } from "../rules/notes";
import { DoneButton } from "./DoneButton";
import styles from "./notes.module.css";

interface Props {
  readonly label: string;
  readonly notes: readonly HandoverNote[];
  readonly today: string;
}

/** Handover notes with their authors, and a button to mark open ones as done. */
export function NoteList({ label, notes, today }: Props) {
  return (
    <ul className={styles.notes} aria-label={label}>
      {notes.map((note) => (
        <li key={note.id}>
          <p className={styles.text}>{note.text}</p>
          <div className={styles.details}>
            <Muted>
              {note.author}, {formatDateTime(note.createdAt)}
            </Muted>
            <Until note={note} today={today} />
            {note.doneAt === null ? (
              <span className={styles.done}>
                <DoneButton note={note} />
              </span>
            ) : (
              <Muted>
                Done by {note.doneBy}, {formatDateTime(note.doneAt)}
              </Muted>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Until({ note, today }: { readonly note: HandoverNote; readonly today: string }) {
  if (note.until === null) return null;
  if (note.doneAt !== null || isOpen(note, today)) return <Tag>Until {formatDay(note.until)}</Tag>;
  return <Tag tone="warning">Ended {formatDay(note.until)}</Tag>;
}
