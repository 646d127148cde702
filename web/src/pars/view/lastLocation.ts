/** The location whose pars the user searched for last. The browser keeps it until the session ends. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { nullable, safeParse, string } from "valibot";
import { readCache, writeCache } from "../../lib/storage";
import { useUser } from "../../session/user";

const LOCATION = nullable(string());

const storageKey = (user: string) => `pars/lastLocation/${user}`;

function lastLocationQuery(user: string) {
  return queryOptions({
    queryKey: ["parsLastLocation", user],
    queryFn: async (): Promise<string | null> => {
      const { success, output } = safeParse(LOCATION, await readCache(storageKey(user)));
      return success ? output : null;
    },
    staleTime: Infinity,
    networkMode: "always",
  });
}

/** The last location, if any, and a function that remembers another one. */
export function useLastLocation() {
  const { sub } = useUser();
  const client = useQueryClient();
  const lastLocation = useQuery(lastLocationQuery(sub)).data ?? null;
  function remember(location: string) {
    client.setQueryData(lastLocationQuery(sub).queryKey, location);
    void writeCache(storageKey(sub), location);
  }
  return { lastLocation, remember };
}
