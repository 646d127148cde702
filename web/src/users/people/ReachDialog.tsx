import { useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { SearchField } from "../../ui/SearchField";
import type { Person } from "../rules/people";
import { reachOf, whyOf } from "../rules/reach";

interface Props {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Every operation of the console: whether this person can do it, and why. */
export function ReachDialog({ person, onClose }: Props) {
  const [text, setText] = useState("");
  const all = reachOf(person.actions, person.enabled);
  const wanted = text.trim().toLowerCase();
  const listed = all.filter((each) =>
    `${each.name} ${each.area} ${each.what} ${each.by.join(" ")}`.toLowerCase().includes(wanted),
  );
  return (
    <Dialog
      title={`What ${person.email} can do`}
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
            <th scope="col">Can</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {listed.map((each) => (
            <tr key={each.name} data-off={!each.can || undefined}>
              <td>
                <code>{each.name}</code>
                <span className="muted"> {each.what}</span>
              </td>
              <td>{each.can ? "Yes" : "No"}</td>
              <td>{whyOf(each)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
