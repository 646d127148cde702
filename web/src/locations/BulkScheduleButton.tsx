import { useNavigate } from "react-router";
import { paths } from "../lib/paths";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { bulkScheduleState } from "./bulkIds";

interface Props {
  /** The selected locations, each of them once. */
  readonly ids: readonly string[];
}

/** Opens bulk schedule with the selected locations. */
export function BulkScheduleButton({ ids }: Props) {
  const navigate = useNavigate();
  const { missingPermission } = useMyPermissions();
  return (
    <Button
      disabledReason={missingPermission("AddScheduledEvent") ?? missingPermission("UpdateLocation")}
      onClick={() => void navigate(paths.bulkSchedule, { state: bulkScheduleState(ids) })}
    >
      Schedule a change
    </Button>
  );
}
