import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "../lib/formats";
import { messageOf } from "../api/errors";
import { centerNames, centerByLocationQuery } from "../locations/fulfillmentCenters";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { Form } from "../ui/Form";
import { CheckboxGroup } from "../ui/CheckboxGroup";
import { useConfirm } from "../ui/confirm";
import { DateRangeField } from "../ui/form/DateRangeField";
import { businessDay } from "../lib/day";
import { toastFailure, toastSuccess } from "../lib/toast";
import type { UrlState } from "../lib/useUrlState";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import styles from "./loginext.module.css";
import { checkSync, type SyncInput } from "./rules/sync";
import { startSync, syncsQuery } from "./syncs";
import { useBlackout } from "./useBlackout";
import { parseSyncParams, setSyncParams } from "./syncParams";

const STARTED =
  "LogiNext syncing has been initiated successfully, but it's still in progress. It may take some time to complete.";
const NO_CENTERS = "Failed fetching Fulfillment Centers";

/** Selects the days and fulfillment centers to sync. */
export function SyncForm({ address: { address, change } }: { readonly address: UrlState }) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const { missingPermission } = useMyPermissions();
  const blackout = useBlackout();
  const today = businessDay();
  const centersQuery = useQuery(centerByLocationQuery);
  const centerOf = centersQuery.data;
  const [submitted, setSubmitted] = useState(false);
  const [sending, setSending] = useState(false);

  const centers = centerNames(centerOf ?? new Map());
  const requested = parseSyncParams(address, today);
  // A link can contain a center that no longer exists.
  const input = {
    ...requested,
    fulfillmentCenters: centers.filter((name) => requested.fulfillmentCenters.includes(name)),
  };
  const errors = checkSync(input, today);
  const errorOf = (field: keyof SyncInput) =>
    errors
      .filter((fieldError) => fieldError.field === field)
      .map(({ message }) => message.trim())
      .join(" ") || undefined;
  const set = (parts: Partial<SyncInput>) => change((current) => setSyncParams(current, { ...input, ...parts }, today));

  async function sync() {
    setSubmitted(true);
    if (errors.length > 0) return;
    const confirmed = await confirm({ title: "Sync with LogiNext", message: <Summary {...input} />, confirm: "Sync" });
    if (!confirmed) return;
    setSending(true);
    try {
      await startSync(input);
      toastSuccess(STARTED);
    } catch (failure) {
      toastFailure(`LogiNext syncing error. ${messageOf(failure, "Could not reach LogiNext")}`);
    } finally {
      setSending(false);
      void queryClient.invalidateQueries(syncsQuery);
    }
  }

  return (
    <Form
      busy={sending}
      className={styles.form}
      noValidate
      onSubmit={() => {
        void sync();
      }}
    >
      <div className={styles.days}>
        <DateRangeField
          labels={{ from: "Drop Off Start Date", to: "Drop Off End Date" }}
          value={{ from: input.startDate, to: input.endDate }}
          errors={{ from: errorOf("startDate"), to: errorOf("endDate") }}
          onChange={({ from, to }) => set({ startDate: from, endDate: to })}
        />
      </div>
      <QueryView
        query={centersQuery}
        label="fulfillment centers"
        error={(error) => [NO_CENTERS, messageOf(error, "")].filter(Boolean).join(": ")}
        forbidden={{ activity: "view the fulfillment centers", permission: "GetAllLocation" }}
        skeleton={<Skeleton label="fulfillment centers" rows={3} />}
      >
        {() => (
          <CheckboxGroup
            label="Fulfillment Centers"
            options={centers}
            selected={input.fulfillmentCenters}
            onChange={(fulfillmentCenters) => set({ fulfillmentCenters })}
            required
            error={submitted ? errorOf("fulfillmentCenters") : undefined}
          />
        )}
      </QueryView>
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={sending}
          busyText="Starting…"
          disabledReason={
            missingPermission("SyncLogiNext") ??
            blackout ??
            (centerOf ? undefined : "Fulfillment centers are still loading")
          }
        >
          Sync
        </Button>
        {blackout && <p className={styles.blackout}>{blackout}</p>}
      </div>
    </Form>
  );
}

/** The dates and centers to confirm. */
function Summary({ startDate, endDate, fulfillmentCenters }: SyncInput) {
  return (
    <>
      <span className={styles.summary}>
        <strong>Start Date:</strong> {formatDay(startDate)}
      </span>
      <span className={styles.summary}>
        <strong>End Date:</strong> {formatDay(endDate)}
      </span>
      <span className={styles.summary}>
        <strong>Fulfillment Centers:</strong> {fulfillmentCenters.join(", ")}
      </span>
    </>
  );
}
