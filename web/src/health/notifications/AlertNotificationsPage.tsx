import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { formatDateTime } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { toastSuccess } from "../../lib/toast";
import { RequirePermission } from "../../session/RequirePermission";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { Notice } from "../../ui/Notice";
import { onDemand } from "../../ui/onDemand";
import { Page } from "../../ui/Page";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { actions, DataTable, tableColumns, text } from "../../ui/table";
import { Tag } from "../../ui/Tag";
import { Muted } from "../../ui/text";
import { Toolbar, ToolbarActions } from "../../ui/Toolbar";
import type { AlertTargetState } from "../../api/schema";
import { alertKindLabel } from "../rules/alerts";
import { shiftText, TARGET_STATES, testResultText } from "../rules/notifications";
import styles from "./alertNotificationsPage.module.css";
import {
  alertSubscriptionsQuery,
  CONFIRMATION_POLL_INTERVAL,
  deleteSubscription,
  testSubscription,
  type AlertSubscription,
  type TestResult,
} from "./subscriptions";

const SubscriptionForm = onDemand(async () => (await import("./SubscriptionForm")).SubscriptionForm);

const TITLE = "Alert Notifications";

/** Rules that send alerts by e-mail or webhook, per region and shift. */
export default function AlertNotificationsPage() {
  return (
    <Page title={TITLE} aside={<Link to={paths.alerts}>Alerts</Link>}>
      <RequirePermission permission="ManageAlertNotifications" activity="manage alert notifications">
        <Subscriptions />
      </RequirePermission>
    </Page>
  );
}

/** The open form: the rule that it edits, or null for a new rule. */
type OpenForm = { readonly subscription: AlertSubscription | null } | null;

function Subscriptions() {
  const client = useQueryClient();
  const confirm = useConfirm();
  const subscriptions = useQuery({
    ...alertSubscriptionsQuery,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? CONFIRMATION_POLL_INTERVAL : false),
  });
  const [form, setForm] = useState<OpenForm>(null);
  const [testing, setTesting] = useState("");
  const [tested, setTested] = useState<readonly TestResult[]>([]);
  const [failure, setFailure] = useState<unknown>(null);

  const columns = useMemo(() => {
    async function remove(subscription: AlertSubscription) {
      const confirmed = await confirm({
        title: `Delete ${subscription.name}?`,
        message: "Its receivers get no more messages from this rule.",
        confirm: "Delete",
        danger: true,
      });
      if (!confirmed) return;
      setFailure(null);
      try {
        await deleteSubscription(client, subscription);
        toastSuccess(`${subscription.name} deleted`);
      } catch (error) {
        setFailure(error);
      }
    }
    async function test(subscription: AlertSubscription) {
      setFailure(null);
      setTested([]);
      setTesting(subscription.id);
      try {
        setTested(await testSubscription(client, subscription));
      } catch (error) {
        setFailure(error);
      } finally {
        setTesting("");
      }
    }
    return tableColumns<AlertSubscription>([
      text("name", { label: "Name", value: ({ name }) => name, rowHeader: true, minWidth: 9 }),
      text("alerts", {
        label: "Alerts",
        value: ({ regions, kinds }) =>
          [listOr(regions, "All regions"), listOr(kinds.map(alertKindLabel), "all alerts")].join(": "),
        minWidth: 9,
        grow: 1,
      }),
      text("when", { label: "When (Central)", value: ({ shift }) => shiftText(shift), minWidth: 9 }),
      text("receiver", {
        label: "Receiver",
        value: ({ target }) => target.address,
        minWidth: 13,
        grow: 2,
        cell: ({ target, targetState, notifyCleared }) => (
          <Receiver address={target.address} state={targetState} note={notifyCleared ? "" : "not when cleared"} />
        ),
      }),
      text("escalation", {
        label: "Escalation",
        value: ({ escalation }) => escalation?.target.address ?? "",
        minWidth: 12,
        grow: 1,
        cell: ({ escalation, escalationState }) =>
          escalation && escalationState ? (
            <Receiver
              address={escalation.target.address}
              state={escalationState}
              note={`after ${escalation.afterMinutes} min`}
            />
          ) : (
            <Muted>None</Muted>
          ),
      }),
      text("changed", {
        label: "Changed",
        value: ({ updatedAt }) => updatedAt,
        cell: ({ updatedAt, updatedBy }) => `${formatDateTime(updatedAt)} by ${updatedBy}`,
        minWidth: 10,
        priority: 2,
      }),
      actions("action", {
        label: "Action",
        minWidth: 12,
        cell: (subscription) => (
          <>
            <Button
              variant="link"
              aria-label={`Send a test message for ${subscription.name}`}
              busy={testing === subscription.id}
              busyText="Sending…"
              onClick={() => void test(subscription)}
            >
              Test
            </Button>
            <Button variant="link" aria-label={`Edit ${subscription.name}`} onClick={() => setForm({ subscription })}>
              Edit
            </Button>
            <Button variant="link" aria-label={`Delete ${subscription.name}`} onClick={() => void remove(subscription)}>
              Delete
            </Button>
          </>
        ),
      }),
    ]);
  }, [client, confirm, testing]);

  return (
    <>
      <Toolbar align="center">
        <Muted as="p">
          A rule reports alerts that open after it was created. Snooze a fridge in the list of alerts to pause its
          messages.
        </Muted>
        {/* Not in the toolbar of the table, which appears with the first rule. */}
        <ToolbarActions>
          <Button variant="primary" onClick={() => setForm({ subscription: null })}>
            New rule
          </Button>
        </ToolbarActions>
      </Toolbar>
      <ErrorNotice error={failure} message="The notification rule could not be changed. Try again." />
      {tested.map(({ target, outcome }) => (
        <Notice key={target.address} tone={outcome === "SENT" ? "positive" : "warning"} role="status">
          {testResultText(target.address, outcome)}
        </Notice>
      ))}
      <QueryView
        query={subscriptions}
        label="notification rules"
        error="Unable to load notification rules, Please check your internet and your permissions"
        isEmpty={() => false}
        skeleton={<Skeleton label="notification rules" rows={3} />}
      >
        {(rows) => (
          <DataTable
            name="alert-subscriptions"
            label="Notification rules"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            csvName="alert-notifications.csv"
            empty="No notification rules. Create one to send alerts by email or webhook."
          />
        )}
      </QueryView>
      {form && <SubscriptionForm subscription={form.subscription} onClose={() => setForm(null)} />}
    </>
  );
}

function isWaiting({ targetState, escalationState }: AlertSubscription): boolean {
  return [targetState, escalationState].some((state) => state === "NEW" || state === "PENDING");
}

function listOr(names: readonly string[], none: string): string {
  return names.length > 0 ? names.join(", ") : none;
}

interface ReceiverProps {
  readonly address: string;
  readonly state: AlertTargetState;
  readonly note: string;
}

function Receiver({ address, state, note }: ReceiverProps) {
  const { label, tone } = TARGET_STATES[state];
  return (
    <span className={styles.receiver}>
      <span className={styles.address}>{address}</span>
      <Tag tone={tone}>{label}</Tag>
      {note && <Muted>{note}</Muted>}
    </span>
  );
}
