/** The help of every screen, in the order of the navigation. */
import { matchPath } from "react-router";
import type { HelpArea, HelpScreen } from "./screen";
import { GENERAL } from "./screens/general";
import { HEALTH } from "./screens/health";
import { LOCATIONS } from "./screens/locations";
import { CHANNELS, CUSTOMER_SERVICE, FORECAST, PARS } from "./screens/planning";
import { REPORTING, ROUTES } from "./screens/stocking";

export const HELP_AREAS: readonly HelpArea[] = [
  GENERAL,
  REPORTING,
  ROUTES,
  FORECAST,
  PARS,
  LOCATIONS,
  HEALTH,
  CHANNELS,
  CUSTOMER_SERVICE,
];

export const HELP_SCREENS: readonly HelpScreen[] = HELP_AREAS.flatMap(({ screens }) => screens);

/** The help for the screen at an address; undefined for a notice, which has none. */
export function helpFor(pathname: string): HelpScreen | undefined {
  return HELP_SCREENS.find(({ path, aliases = [] }) => [path, ...aliases].some((one) => matchPath(one, pathname)));
}
