import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { downloadCsv, toCsv } from "../../lib/csv";
import { Dialog } from "../../ui/Dialog";
import { Empty } from "../../ui/states";
import { toastSuccess } from "../../lib/toast";
import type { UrlState } from "../../lib/useUrlState";
import { ChangeList } from "../ChangeList";
import { ListToolbar } from "../ListToolbar";
import { FLAGS } from "../rules/flags";
import { flagHistoryQuery, PROHIBITED, setFlag, staffFlagsQuery, type StaffFlags } from "../staff";
import { QueryView } from "../../ui/query/QueryView";

const FAILURE = "Unable to load feature flags, Please check your internet and your permissions";

interface Props extends Pick<UrlState, "set" | "flush"> {
  readonly text: string;
}

/** A checkbox for each user and feature flag. */
export function FlagsPanel({ text, set, flush }: Props) {
  const flags = useQuery(staffFlagsQuery);
  const [historyOf, setHistoryOf] = useState<string | null>(null);
  const query = text.trim().toLowerCase();
  const listed = (flags.data ?? []).filter(
    ({ email, flags: on }) => email.includes(query) || on.some((flag) => flag.includes(query)),
  );
  return (
    <>
      <QueryView
        query={flags}
        label="feature flags"
        error={FAILURE}
        forbidden={{ activity: "view feature flags", permission: "ManagePermissions" }}
      >
        {(all) => (
          <>
            <ListToolbar
              searchLabel="People"
              label="Find a person"
              placeholder="Email or flag"
              text={text}
              set={set}
              flush={flush}
              listed={listed.length}
              total={all.length}
              onExport={() => downloadCsv("feature-flags.csv", toFlagsCsv(listed))}
            />
            <div className="flags-scroll">
              <table className="plain-table flags-table">
                <thead>
                  <tr>
                    <th scope="col">User</th>
                    {FLAGS.map(([flag, description]) => (
                      <th scope="col" key={flag}>
                        <button
                          type="button"
                          className="flag-name"
                          title={description}
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
            {listed.length === 0 && <Empty>No people match the filter</Empty>}
          </>
        )}
      </QueryView>
      {historyOf && <FlagHistory flag={historyOf} onClose={() => setHistoryOf(null)} />}
    </>
  );
}

function FlagRow({ person }: { readonly person: StaffFlags }) {
  const client = useQueryClient();
  const toggle = useMutation({
    mutationFn: ({ flag, on }: { flag: string; on: boolean }) => setFlag(client, person.email, flag, on),
    onSuccess: (_, { flag, on }) => toastSuccess(`${flag} is ${on ? "on" : "off"} for ${person.email}`),
  });
  return (
    <tr>
      <th scope="row">
        {person.email}
        {toggle.error && (
          <span className="row-error" role="alert">
            {messageOf(toggle.error, PROHIBITED)}
          </span>
        )}
      </th>
      {FLAGS.map(([flag]) => {
        // While a change is pending, the checkbox shows the new value.
        const changing = toggle.isPending && toggle.variables.flag === flag;
        return (
          <td key={flag}>
            <input
              type="checkbox"
              aria-label={`${flag} for ${person.email}`}
              checked={changing ? toggle.variables.on : person.flags.includes(flag)}
              disabled={toggle.isPending}
              onChange={(event) => toggle.mutate({ flag, on: event.target.checked })}
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
      <ChangeList query={history} />
    </Dialog>
  );
}

function toFlagsCsv(people: readonly StaffFlags[]): string {
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
