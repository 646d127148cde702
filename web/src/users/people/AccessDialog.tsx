import { useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { SearchField } from "../../ui/SearchField";
import type { Person } from "../rules/people";
import { listAccess, explainAccess } from "../rules/access";

interface Props {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Lists every operation of the console, and whether and why the user can perform it. */
export function AccessDialog({ person, onClose }: Props) {
  const [text, setText] = useState("");
  const all = listAccess(person.actions, person.enabled);
  const query = text.trim().toLowerCase();
  const listed = all.filter((operation) =>
    `${operation.name} ${operation.area} ${operation.what} ${operation.by.join(" ")}`.toLowerCase().includes(query),
  );
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
      <SearchField label="Find an operation" placeholder="Name, area or action" value={text} onChange={setText} />
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Allowed</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {listed.map((operation) => (
            <tr key={operation.name} data-off={!operation.can || undefined}>
              <td>
                <code>{operation.name}</code>
                <span className="muted"> {operation.what}</span>
              </td>
              <td>{operation.can ? "Yes" : "No"}</td>
              <td>{explainAccess(operation)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
