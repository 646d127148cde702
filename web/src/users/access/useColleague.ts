/** Reads what the explanation of a colleague's access needs. Requires ManagePermissions. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Subject } from "../rules/explain";
import { lastSignInQuery, permissionHistoryQuery, staffFlagsQuery, staffQuery } from "../staff";

export interface Loaded {
  readonly subject: Subject;
}

/** The colleague, and the query that is loading or failed while the colleague is not loaded. */
export function useColleague(user: string) {
  const staff = useQuery(staffQuery);
  const flags = useQuery(staffFlagsQuery);
  const lastSignIn = useQuery(lastSignInQuery(user));
  const history = useInfiniteQuery(permissionHistoryQuery(user));
  const found = staff.data?.find((each) => each.user === user);
  const person: Loaded | undefined = found &&
    flags.data && {
      subject: {
        email: found.email,
        actions: found.actions,
        flags: flags.data.find((each) => each.user === user)?.flags ?? [],
        enabled: found.enabled,
        invited: found.invited,
        lastSignIn: lastSignIn.data,
        lastChange: history.data?.pages[0]?.items[0]?.at,
      },
    };
  return { person, query: staff.data ? flags : staff };
}
