import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv } from "../../ui/csv";
import { Dialog } from "../../ui/Dialog";
import { Empty, Failure, Loading } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";
import type { Address } from "../../ui/useAddress";
import { ChangeList } from "../ChangeList";
import { FindBar } from "../FindBar";
import { FLAGS } from "../rules/flags";
import { flagHistoryQuery, PROHIBITED, setFlag, staffFlagsQuery, type StaffFlags } from "../staff";

const FAILURE = "Unable to load feature flags, Please check your internet and your permissions";

interface Props extends Pick<Address, "set" | "settle"> {
  readonly text: string;
}

/** Which flags are on for whom, by e-mail: a box for each. */
export function FlagsPanel({ text, set, settle }: Props) {
  const flags = useQuery(staffFlagsQuery);
  const [historyOf, setHistoryOf] = useState<string | null>(null);
  const wanted = text.trim().toLowerCase();
  const listed = (flags.data ?? []).filter(
    ({ email, flags: on }) => email.includes(wanted) || on.some((flag) => flag.includes(wanted)),
  );
  return (
    <>
      {flags.isError && (
        <Failure
          message={messageOf(flags.error, FAILURE)}
          onRetry={() => void flags.refetch()}
          retrying={flags.isFetching}
        />
      )}
      {flags.isPending && <Loading what="feature flags" />}
      {flags.data && (
        <>
          <FindBar
            what="People"
            label="Find a person"
            placeholder="E-mail or flag"
            text={text}
            set={set}
            settle={settle}
            listed={listed.length}
            total={flags.data.length}
            onExport={() => downloadCsv("feature-flags.csv", csvOf(listed))}
          />
          <div className="flags-scroll">
            <table className="plain-table flags-table">
              <thead>
                <tr>
                  <th scope="col">User</th>
                  {FLAGS.map(([flag, shows]) => (
                    <th scope="col" key={flag}>
                      <button
                        type="button"
                        className="flag-name"
                        title={shows}
                        aria-label={`History of ${flag}`}
                        onClick={() => setHistoryOf(flag)}
                      >
                        {flag}
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {listed.map((person) => (
                  <FlagRow key={person.user} person={person} />
                ))}
              </tbody>
            </table>
          </div>
          {listed.length === 0 && <Empty>No person matches the filter</Empty>}
        </>
      )}
      {historyOf && <FlagHistory flag={historyOf} onClose={() => setHistoryOf(null)} />}
    </>
  );
}

function FlagRow({ person }: { readonly person: StaffFlags }) {
  const client = useQueryClient();
  const turn = useMutation({
    mutationFn: ({ flag, on }: { flag: string; on: boolean }) => setFlag(client, person.email, flag, on),
    onSuccess: (_, { flag, on }) => toastSuccess(`${flag} is ${on ? "on" : "off"} for ${person.email}`),
  });
  return (
    <tr>
      <th scope="row">
        {person.email}
        {turn.isError && (
          <span className="row-note" role="alert">
            {messageOf(turn.error, PROHIBITED)}
          </span>
        )}
      </th>
      {FLAGS.map(([flag]) => {
        // What is being changed shows as it is to be.
        const changing = turn.isPending && turn.variables.flag === flag;
        return (
          <td key={flag}>
            <input
              type="checkbox"
              aria-label={`${flag} for ${person.email}`}
              checked={changing ? turn.variables.on : person.flags.includes(flag)}
              disabled={turn.isPending}
              onChange={(event) => turn.mutate({ flag, on: event.target.checked })}
            />
          </td>
        );
      })}
    </tr>
  );
}

function FlagHistory({ flag, onClose }: { readonly flag: string; readonly onClose: () => void }) {
  const history = useInfiniteQuery(flagHistoryQuery(flag));
  return (
    <Dialog title={`History of ${flag}`} onClose={onClose} wide actions={<Button onClick={onClose}>Close</Button>}>
      <ChangeList changes={history.data?.pages.flatMap(({ items }) => items)} query={history} />
    </Dialog>
  );
}

function csvOf(people: readonly StaffFlags[]): string {
  return toCsv(
    [
      { header: "User", value: ({ email }: StaffFlags) => email },
      ...FLAGS.map(([flag]) => ({
        header: flag,
        value: ({ flags }: StaffFlags) => (flags.includes(flag) ? "on" : ""),
      })),
    ],
    people,
  );
}
