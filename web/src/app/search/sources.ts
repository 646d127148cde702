/** The items that are not fridges: screens, actions, routes, drivers, layouts, price schemas and coupons. */
import type { Action } from "../../api/actions";
import { formatCount } from "../../lib/formats";
import { paths, withQuery } from "../../lib/paths";
import type { LocationSummary } from "../../locations/liveFridges";
import type { Permissions } from "../../session/permissions";
import { isInternal, type NavigationGroup } from "../navigation/entries";
import type { Kind, SearchItem } from "./searchItem";

type May = Permissions["may"];

/** The permissions with which items of a kind are found. One of several is sufficient. */
export const REQUIRED_ACTIONS: Readonly<Record<Kind, readonly Action[]>> = {
  fridge: ["GetAllLocation"],
  screen: [],
  action: [],
  route: ["GetUniqueRoutes"],
  driver: ["GetAllLocation"],
  layout: ["GetUniqueLayoutNames"],
  priceSchema: ["GetUniquePMTNames", "UpdateItemPrices"],
  coupon: ["GenerateCoupon"],
};

export const mayFind = (kind: Kind, may: May): boolean =>
  REQUIRED_ACTIONS[kind].length === 0 || REQUIRED_ACTIONS[kind].some(may);

export function fridgeItem({ id, prettyName, address, route, status }: LocationSummary): SearchItem {
  const { street, city, state, zipCode } = address;
  const routeText = route ? ` · Route ${route}` : "";
  return {
    kind: "fridge",
    title: id,
    detail: `${prettyName} · ${street}, ${city}, ${state} ${zipCode}${routeText}`,
    to: paths.location(id),
    status,
  };
}

const HOME: SearchItem = { kind: "screen", title: "Home", detail: "Needs attention today", to: paths.home };
const ACCOUNT: SearchItem = {
  kind: "screen",
  title: "Account and security",
  detail: "User",
  to: paths.account,
  keywords: "password authenticator sign-ins sessions",
};

/** The screens of the navigation. Their titles contain the group, because several are called "View" or "Upload". */
export function screenItems(groups: readonly NavigationGroup[]): readonly SearchItem[] {
  const screens = groups.flatMap((group) =>
    group.entries.filter(isInternal).map(({ label, to, keywords = "" }): SearchItem => {
      const isAmbiguous = ["All", "View", "Upload"].includes(label);
      return {
        kind: "screen",
        title: isAmbiguous ? `${group.label}: ${label}` : label,
        detail: group.label,
        to,
        keywords,
      };
    }),
  );
  return [HOME, ...screens, ACCOUNT];
}

const ACTIONS: readonly (Omit<SearchItem, "kind"> & { readonly requires?: Action })[] = [
  {
    title: "Add a fridge",
    detail: "Create one location with the form",
    to: paths.createLocation,
    requires: "CreateLocation",
  },
  {
    title: "Show OFFLINE fridges",
    detail: "Open the locations list",
    to: withQuery(paths.locations, { status: "OFFLINE" }),
    requires: "GetAllLocation",
  },
  {
    title: "Generate a coupon",
    detail: "Issue a code to a customer",
    to: paths.coupons,
    keywords: "refund",
    requires: "GenerateCoupon",
  },
  {
    title: "Create a planogram",
    detail: "Upload a new layout",
    to: withQuery(paths.planograms, { type: "CREATE" }),
    requires: "SchedulePlanogram",
  },
  { title: "Change your password", detail: "Account and security", to: paths.account },
];

export function actionItems(may: May): readonly SearchItem[] {
  return ACTIONS.filter(({ requires }) => requires === undefined || may(requires)).map(({ requires: _, ...item }) => ({
    ...item,
    kind: "action",
  }));
}

/** The distinct routes of the locations, as routes of today and as drivers of the locations list. */
export function routeItems(locations: readonly LocationSummary[], may: May): readonly SearchItem[] {
  const counts = new Map<string, number>();
  for (const { route } of locations) if (route) counts.set(route, (counts.get(route) ?? 0) + 1);
  return [...counts].flatMap(([route, count]): readonly SearchItem[] => {
    const detail = formatCount(count, "location");
    const today: SearchItem = {
      kind: "route",
      title: route,
      detail: `Today's stops · ${detail}`,
      to: withQuery(paths.routes, { text: route }),
    };
    const driver: SearchItem = {
      kind: "driver",
      title: route,
      detail,
      to: withQuery(paths.locations, { driver: route }),
    };
    return [...(mayFind("route", may) ? [today] : []), driver];
  });
}

export function layoutItem(name: string): SearchItem {
  return { kind: "layout", title: name, detail: "Planogram", to: withQuery(paths.planograms, { layout: name }) };
}

export function priceSchemaItem(id: string): SearchItem {
  return { kind: "priceSchema", title: id, detail: "Item prices", to: withQuery(paths.itemPrices, { schema: id }) };
}

export function couponItem(code: string, reason: string): SearchItem {
  return { kind: "coupon", title: code, detail: reason, to: withQuery(paths.coupons, { text: code }) };
}
