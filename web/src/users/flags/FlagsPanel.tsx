import { useInfiniteQuery, useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { messageOf } from "../../api/errors";
import { toastSuccess } from "../../lib/toast";
import type { UrlState } from "../../lib/useUrlState";
import { WAIT_REASON } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { FieldError } from "../../ui/Field";
import { LinkButton } from "../../ui/PlainButton";
import { QueryView } from "../../ui/query/QueryView";
import { DataTable, tableColumns, text } from "../../ui/table";
import { VisuallyHidden } from "../../ui/text";
import { HistoryDialog } from "../HistoryDialog";
import { FLAGS, type KnownFlag } from "../rules/flags";
import { flagHistoryQuery, PROHIBITED, setFlag, staffFlagsQuery, type StaffFlags } from "../staff";

const FAILURE = "Unable to load feature flags, Please check your internet and your permissions";

const rowId = ({ user }: StaffFlags) => user;
const matches = ({ email, flags }: StaffFlags, query: string) =>
  email.includes(query) || flags.some((flag) => flag.includes(query));

const createColumns = (onShowHistory: (flag: KnownFlag) => void) =>
  tableColumns<StaffFlags>([
    text("user", {
      label: "User",
      value: ({ email }) => email,
      cell: (person) => <User person={person} />,
      rowHeader: true,
      minWidth: 14,
    }),
    ...FLAGS.map(([flag, description]) =>
      text<StaffFlags>(flag, {
        label: flag,
        headerContent: (
          <LinkButton title={description} aria-label={`History of ${flag}`} onClick={() => onShowHistory(flag)}>
            {flag}
          </LinkButton>
        ),
        value: ({ flags }) => (flags.includes(flag) ? "on" : ""),
        cell: (person) => <FlagCheckbox person={person} flag={flag} />,
        hasControls: true,
        sortable: false,
        align: "center",
        minWidth: 4,
        grow: 1,
      }),
    ),
  ]);

interface Props extends Omit<UrlState, "change" | "go"> {
  /** The drivers, who are not listed; undefined while the accounts load. */
  readonly drivers: readonly Pick<StaffFlags, "user">[] | undefined;
}

/** A checkbox for each member of staff and feature flag. */
export function FlagsPanel({ drivers, address, set, flush }: Props) {
  const flags = useQuery(staffFlagsQuery);
  const [historyOf, setHistoryOf] = useState<KnownFlag | null>(null);
  const columns = useMemo(() => createColumns(setHistoryOf), []);
  const driverIds = new Set(drivers?.map(({ user }) => user));
  return (
    <>
      <QueryView
        query={flags}
        label="feature flags"
        error={FAILURE}
        forbidden={{ activity: "view feature flags", permission: "ManagePermissions" }}
      >
        {(people) => (
          <DataTable
            name="feature-flags"
            label="Feature flags"
            columns={columns}
            rows={people.filter(({ user }) => !driverIds.has(user))}
            rowId={rowId}
            search={{
              label: "Find a person",
              placeholder: "Email or flag",
              landmark: "People",
              value: address.get("text") ?? "",
              onChange: (next) => set("text", next),
              onBlur: flush,
            }}
            matches={matches}
            csvName="feature-flags.csv"
            empty="No people match the filter"
            noMatches="No people match the filter"
          />
        )}
      </QueryView>
      {historyOf && <FlagHistory flag={historyOf} onClose={() => setHistoryOf(null)} />}
    </>
  );
}

const changeKey = ({ user }: StaffFlags) => ["setFeatureFlag", user];

/** The last change of the user's flags while the screen is open; undefined if there is none. */
function useLastChange(person: StaffFlags) {
  const changes = useMutationState({
    filters: { mutationKey: changeKey(person) },
    select: ({ options, state: { variables, status, error } }) => ({
      flag: options.mutationKey?.at(-1),
      on: variables === true,
      isPending: status === "pending",
      error,
    }),
  });
  return changes.at(-1);
}

function User({ person }: { readonly person: StaffFlags }) {
  const change = useLastChange(person);
  return (
    <div>
      {person.email}
      {change?.error && <FieldError>{messageOf(change.error, PROHIBITED)}</FieldError>}
    </div>
  );
}

function FlagCheckbox({ person, flag }: { readonly person: StaffFlags; readonly flag: KnownFlag }) {
  const client = useQueryClient();
  const lastChange = useLastChange(person);
  const change = useMutation({
    mutationKey: [...changeKey(person), flag],
    mutationFn: (on: boolean) => setFlag(client, person.email, flag, on),
    onSuccess: (_, on) => toastSuccess(`${flag} is ${on ? "on" : "off"} for ${person.email}`),
    // The error disappears when the user leaves the screen.
    gcTime: 0,
  });
  const isPending = lastChange?.isPending ?? false;
  return (
    <Checkbox
      label={<VisuallyHidden>{`${flag} for ${person.email}`}</VisuallyHidden>}
      // While a change is pending, the checkbox shows the new value.
      checked={isPending && lastChange?.flag === flag ? lastChange.on : person.flags.includes(flag)}
      disabledReason={isPending ? WAIT_REASON : undefined}
      onChange={(on) => change.mutate(on)}
    />
  );
}

function FlagHistory({ flag, onClose }: { readonly flag: KnownFlag; readonly onClose: () => void }) {
  return <HistoryDialog subject={flag} query={useInfiniteQuery(flagHistoryQuery(flag))} onClose={onClose} />;
}
