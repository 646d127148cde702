import { useState } from "react";
import { useLocation } from "react-router";
import { messageOf } from "../../api/errors";
import { toastSuccess } from "../../lib/toast";
import { Button, WAIT_REASON } from "../Button";
import { FieldError } from "../Field";
import { Form } from "../Form";
import { TextField } from "../form/TextField";
import { IconButton, LinkButton } from "../PlainButton";
import { Tag } from "../Tag";
import { Muted } from "../text";
import { applyView, MAX_NAME_LENGTH, nameError, queryError, toggleDefault, type TableViews } from "./savedViews";
import type { SavedView, SavedViewStore } from "./SavedViewContext";
import styles from "./savedViews.module.css";

const FAILURE = "Unable to save the views. Try again.";

interface Props {
  readonly views: TableViews;
  readonly store: SavedViewStore;
  /** The views of this table. */
  readonly own: readonly SavedView[];
  /** The view that the table shows now. */
  readonly active: SavedView | undefined;
  /** The query of the table as it is shown now. */
  readonly query: string;
  /** The URL's query for the link. */
  readonly link: string;
  readonly onClose: () => void;
}

/** The saved views of a table, with a form that saves the current view and the editor of each view. */
export function SavedViewList({
  store,
  own,
  active,
  views: { table, urlState, excluded },
  query,
  link,
  onClose,
}: Props) {
  const { pathname } = useLocation();
  const [edited, setEdited] = useState<string | null>(null);
  const [uncopied, setUncopied] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const all = store.views ?? [];

  async function save(change: (views: readonly SavedView[]) => readonly SavedView[], message: string) {
    setBusy(true);
    setError(null);
    try {
      await store.update(change);
      setEdited(null);
      toastSuccess(message);
      return true;
    } catch (failure) {
      setError(messageOf(failure, FAILURE));
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function copyLink() {
    const url = `${window.location.origin}${pathname}?${link}`;
    try {
      await navigator.clipboard.writeText(url);
      toastSuccess("Link copied");
    } catch {
      setUncopied(url);
    }
  }

  return (
    <>
      {store.views === undefined && <Muted as="p">Loading…</Muted>}
      {store.views !== undefined && own.length === 0 && (
        <Muted as="p">No saved views yet. A view contains the filters, the columns and the sort.</Muted>
      )}
      {own.length > 0 && (
        <ul className={styles.list}>
          {own.map((view) => (
            <li key={view.id}>
              <div className={styles.row}>
                <LinkButton
                  aria-current={view === active || undefined}
                  onClick={() => {
                    urlState.go((now) => applyView(now, view, excluded));
                    onClose();
                  }}
                >
                  {view.name}
                </LinkButton>
                {view.isDefault && <Tag tone="info">Default</Tag>}
                <IconButton
                  label={`Edit ${view.name}`}
                  aria-expanded={edited === view.id}
                  onClick={() => setEdited(edited === view.id ? null : view.id)}
                >
                  ⋯
                </IconButton>
              </div>
              {edited === view.id && (
                <ViewEditor
                  view={view}
                  busy={busy}
                  nameError={(name) => nameError(name, view, all)}
                  replaceError={view.query === query ? "The table already shows this view" : queryError(query)}
                  onRename={(name) => void save((now) => replaced(now, { ...view, name }), `Renamed to ${name}`)}
                  onReplace={() =>
                    void save((now) => replaced(now, { ...view, query, screen: pathname }), `${view.name} saved`)
                  }
                  onDefault={() =>
                    void save(
                      (now) => toggleDefault(now, view),
                      view.isDefault ? `${view.name} is no longer the default` : `${view.name} is the default`,
                    )
                  }
                  onDelete={() =>
                    void save((now) => now.filter(({ id }) => id !== view.id), `${view.name} was deleted`)
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <NameForm
        label="Name of the new view"
        buttonText="Save view"
        initial=""
        busy={busy}
        errorOf={(name) => queryError(query) ?? nameError(name, { id: null, table }, all)}
        onSubmit={(name) => {
          const view = { id: crypto.randomUUID(), table, screen: pathname, name, query, isDefault: false };
          return save((now) => [...now, view], `${name} saved`);
        }}
      />
      {error !== null && <FieldError>{error}</FieldError>}
      <div>
        <Button onClick={() => void copyLink()}>Copy link</Button>
      </div>
      {uncopied !== null && (
        <TextField
          label="Link"
          description="The browser did not allow copying. Copy the link here."
          readOnly
          value={uncopied}
          onChange={() => undefined}
        />
      )}
    </>
  );
}

function replaced(views: readonly SavedView[], changed: SavedView): readonly SavedView[] {
  return views.map((view) => (view.id === changed.id ? changed : view));
}

interface EditorProps {
  readonly view: SavedView;
  readonly busy: boolean;
  readonly nameError: (name: string) => string | undefined;
  /** Why the view cannot be replaced by the current one. */
  readonly replaceError: string | undefined;
  readonly onRename: (name: string) => void;
  readonly onReplace: () => void;
  readonly onDefault: () => void;
  readonly onDelete: () => void;
}

function ViewEditor({ view, busy, replaceError, onRename, onReplace, onDefault, onDelete, ...props }: EditorProps) {
  const [deleting, setDeleting] = useState(false);
  const waitReason = busy ? WAIT_REASON : undefined;
  return (
    <div role="group" aria-label={view.name} className={styles.editor}>
      <NameForm
        label="New name"
        buttonText="Rename"
        initial={view.name}
        busy={busy}
        errorOf={props.nameError}
        onSubmit={(name) => {
          onRename(name);
          return Promise.resolve(false);
        }}
      />
      <div className={styles.buttons}>
        <Button onClick={onDefault} disabledReason={waitReason}>
          {view.isDefault ? "Remove default" : "Make default"}
        </Button>
        <Button onClick={onReplace} disabledReason={waitReason ?? replaceError}>
          Replace with current
        </Button>
        {deleting ? (
          <Button variant="danger" onClick={onDelete} disabledReason={waitReason}>
            Confirm deletion
          </Button>
        ) : (
          <Button onClick={() => setDeleting(true)}>Delete</Button>
        )}
      </div>
    </div>
  );
}

interface NameFormProps {
  readonly label: string;
  readonly buttonText: string;
  readonly initial: string;
  readonly busy: boolean;
  readonly errorOf: (name: string) => string | undefined;
  /** Returns whether to empty the field. */
  readonly onSubmit: (name: string) => Promise<boolean>;
}

function NameForm({ label, buttonText, initial, busy, errorOf, onSubmit }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [isChecked, setIsChecked] = useState(false);
  const error = errorOf(name);

  async function submit() {
    setIsChecked(error !== undefined);
    if (error === undefined && (await onSubmit(name.trim()))) setName("");
  }

  return (
    <Form busy={busy} className={styles.form} onSubmit={() => void submit()}>
      <TextField
        label={label}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        error={isChecked ? error : undefined}
        onChange={setName}
      />
      <Button type="submit" disabledReason={busy ? WAIT_REASON : undefined}>
        {buttonText}
      </Button>
    </Form>
  );
}
