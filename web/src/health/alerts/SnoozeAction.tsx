import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { toastFailure, toastSuccess } from "../../lib/toast";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { onDemand } from "../../ui/onDemand";
import { Muted } from "../../ui/text";
import { useFridgeTime } from "../fridgeZone";
import { endSnooze, snoozesQuery } from "./snoozes";

const SnoozeDialog = onDemand(async () => (await import("./SnoozeDialog")).SnoozeDialog);

/** Snoozes the alerts of a fridge, or shows its snooze and ends it. */
export function SnoozeAction({ location }: { readonly location: string }) {
  const client = useQueryClient();
  const format = useFridgeTime(location);
  const { missingPermission } = useMyPermissions();
  const disabledReason = missingPermission("SendFridgeCommand");
  const snooze = useQuery({ ...snoozesQuery, select: (all) => all.find((each) => each.location === location) }).data;
  const [open, setOpen] = useState(false);
  const [ending, setEnding] = useState(false);

  async function end() {
    setEnding(true);
    try {
      await endSnooze(client, location);
      toastSuccess(`Snooze of ${location} ended`);
    } catch (error) {
      toastFailure(messageOf(error, "The snooze could not be ended. Try again."));
    } finally {
      setEnding(false);
    }
  }

  return (
    <>
      {snooze ? (
        <span>
          <Muted>
            <span title={`${snooze.by}: ${snooze.reason}`}>Snoozed until {format(snooze.until)}</span>
          </Muted>{" "}
          <Button
            variant="link"
            aria-label={`End the snooze of ${location}`}
            busy={ending}
            busyText="Ending…"
            disabledReason={disabledReason}
            onClick={() => void end()}
          >
            End snooze
          </Button>
        </span>
      ) : (
        <Button
          variant="link"
          aria-label={`Snooze alerts of ${location}`}
          disabledReason={disabledReason}
          onClick={() => setOpen(true)}
        >
          Snooze
        </Button>
      )}
      {open && <SnoozeDialog location={location} onClose={() => setOpen(false)} />}
    </>
  );
}
