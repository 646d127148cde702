/** The location whose pars the user searched for last, which this browser remembers. */
import { useSetting, writeSetting } from "../../lib/settings";
import { useUser } from "../../session/user";

/** The last location, if any, and a function that remembers another one. */
export function useLastLocation() {
  const key = `larder.pars.${useUser().sub}.location`;
  return { lastLocation: useSetting(key), remember: (location: string) => writeSetting(key, location) };
}
