import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ChangeList } from "../ChangeList";
import type { Person } from "../rules/people";
import { permissionHistoryQuery } from "../staff";

interface Props {
  readonly person: Person;
  readonly onClose: () => void;
}

/** The history of a user's permissions and account. */
export function HistoryDialog({ person, onClose }: Props) {
  const history = useInfiniteQuery(permissionHistoryQuery(person.user));
  return (
    <Dialog
      title={`History of ${person.email}`}
      onClose={onClose}
      wide
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ChangeList query={history} />
    </Dialog>
  );
}
