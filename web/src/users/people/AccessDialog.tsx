import { useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { DataTable, status, tableColumns, text } from "../../ui/table";
import { Muted } from "../../ui/text";
import type { Person } from "../rules/people";
import { listAccess, explainAccess } from "../rules/access";

const COLUMNS = tableColumns<ReturnType<typeof listAccess>[number]>([
  text("name", {
    label: "Operation",
    value: ({ name }) => name,
    minWidth: 14,
    cell: ({ name, what }) => (
      <>
        <code>{name}</code>
        <Muted> {what}</Muted>
      </>
    ),
  }),
  status("can", {
    label: "Allowed",
    value: ({ can }) => (can ? "Yes" : "No"),
    tone: ({ can }) => (can ? "positive" : "neutral"),
    grow: 0,
  }),
  text("reason", { label: "Reason", value: explainAccess, minWidth: 10 }),
]);

interface Props {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Lists every operation of the console, and whether and why the user can perform it. */
export function AccessDialog({ person, onClose }: Props) {
  const [query, setQuery] = useState("");
  const all = listAccess(person.actions, person.enabled);
  return (
    <Dialog
      title={`Access of ${person.email}`}
      onClose={onClose}
      wide
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        {all.filter(({ can }) => can).length} of {all.length} operations
      </p>
      <DataTable
        name="access"
        label={`Access of ${person.email}`}
        columns={COLUMNS}
        rows={all}
        rowId={({ name }) => name}
        search={{ label: "Find an operation", placeholder: "Name, area or action", value: query, onChange: setQuery }}
        matches={(operation, part) =>
          `${operation.name} ${operation.area} ${operation.what} ${operation.by.join(" ")}`.toLowerCase().includes(part)
        }
      />
    </Dialog>
  );
}
