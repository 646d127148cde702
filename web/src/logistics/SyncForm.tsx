import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../api/errors";
import { centerNames, centerOfLocations } from "../locations/fulfillmentCenters";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { Form } from "../ui/Form";
import { CheckList } from "../ui/CheckList";
import { useConfirm } from "../ui/confirm";
import { DateField } from "../ui/DateField";
import { businessDay, formatDay } from "../ui/day";
import { Failure, Loading } from "../ui/states";
import { toastFailure, toastSuccess } from "../ui/toast";
import type { Address } from "../ui/useAddress";
import { checkSync, type SyncInput } from "./rules/sync";
import { startSync, syncsQuery } from "./syncs";
import { useBlackout } from "./useBlackout";
import { wantedFrom, withWanted } from "./wanted";

const STARTED =
  "LogiNext syncing has been initiated successfully, but it's still in progress. It may take some time to complete.";
const NO_CENTERS = "Failed fetching Fulfillment Centers";

/** Which days of which fulfillment centers to sync. */
export function SyncForm({ address: { address, change } }: { readonly address: Address }) {
  const queryClient = useQueryClient();
  const ask = useConfirm();
  const { refusal } = useMyPermissions();
  const blackout = useBlackout();
  const today = businessDay();
  const { data: centerOf, error, isFetching, refetch } = useQuery(centerOfLocations);
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);

  const centers = centerNames(centerOf ?? new Map());
  const asked = wantedFrom(address, today);
  // A link may name a center that there is no longer.
  const wanted = { ...asked, fulfillmentCenters: centers.filter((name) => asked.fulfillmentCenters.includes(name)) };
  const faults = checkSync(wanted, today);
  const faultOf = (field: keyof SyncInput) =>
    faults
      .filter((fault) => fault.field === field)
      .map(({ message }) => message.trim())
      .join(" ") || undefined;
  const set = (parts: Partial<SyncInput>) => change((current) => withWanted(current, { ...wanted, ...parts }, today));

  async function sync() {
    setTried(true);
    if (faults.length > 0) return;
    const yes = await ask({ title: "Sync with LogiNext", message: <Summary {...wanted} />, confirm: "Sync" });
    if (!yes) return;
    setSending(true);
    try {
      await startSync(wanted);
      toastSuccess(STARTED);
    } catch (failure) {
      toastFailure(`LogiNext syncing error. ${messageOf(failure, "LogiNext could not be asked")}`);
    } finally {
      setSending(false);
      void queryClient.invalidateQueries(syncsQuery);
    }
  }

  return (
    <Form
      busy={sending}
      className="loginext-form"
      noValidate
      onSubmit={() => {
        void sync();
      }}
    >
      <div className="loginext-days">
        <DayOf label="Drop Off Start Date" fault={faultOf("startDate")}>
          {(label) => <DateField label={label} value={wanted.startDate} onChange={(startDate) => set({ startDate })} />}
        </DayOf>
        <DayOf label="Drop Off End Date" fault={faultOf("endDate")}>
          {(label) => <DateField label={label} value={wanted.endDate} onChange={(endDate) => set({ endDate })} />}
        </DayOf>
      </div>
      {error && (
        <Failure
          message={[NO_CENTERS, messageOf(error, "")].filter(Boolean).join(": ")}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!centerOf && !error && <Loading what="fulfillment centers" />}
      {centerOf && (
        <CheckList
          label="Fulfillment Centers"
          options={centers}
          chosen={wanted.fulfillmentCenters}
          onChoose={(fulfillmentCenters) => set({ fulfillmentCenters })}
          required
          error={tried ? faultOf("fulfillmentCenters") : undefined}
        />
      )}
      <div>
        <Button
          type="submit"
          look="primary"
          busy={sending}
          busyText="Starting…"
          disabledReason={
            refusal("SyncLogiNext") ?? blackout ?? (centerOf ? undefined : "The centers are not known yet")
          }
        >
          Sync
        </Button>
        {blackout && <p className="loginext-blackout">{blackout}</p>}
      </div>
    </Form>
  );
}

interface DayProps {
  readonly label: string;
  readonly fault: string | undefined;
  readonly children: (label: string) => React.ReactNode;
}

function DayOf({ label, fault, children }: DayProps) {
  return (
    <div>
      {children(label)}
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** What is about to be synced. */
function Summary({ startDate, endDate, fulfillmentCenters }: SyncInput) {
  return (
    <>
      <span className="loginext-summary">
        <strong>Start Date:</strong> {formatDay(startDate)}
      </span>
      <span className="loginext-summary">
        <strong>End Date:</strong> {formatDay(endDate)}
      </span>
      <span className="loginext-summary">
        <strong>Fulfillment Centers:</strong> {fulfillmentCenters.join(", ")}
      </span>
    </>
  );
}
