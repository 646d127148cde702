/** The things that the search finds. */
import * as v from "valibot";

export const KINDS = ["fridge", "screen", "action", "route", "driver", "layout", "priceSchema", "coupon"] as const;

export type Kind = (typeof KINDS)[number];

export const SEARCH_ITEM = v.object({
  kind: v.picklist(KINDS),
  /** The id of a fridge, the name of a route, the label of a screen. */
  title: v.string(),
  detail: v.string(),
  /** The address of the screen that shows the item. */
  to: v.string(),
});

export type SearchItem = Readonly<v.InferOutput<typeof SEARCH_ITEM>> & {
  /** The status of a fridge. */
  readonly status?: string;
  /** Words in addition to the title and the detail by which the search finds the item. */
  readonly keywords?: string;
};

export const keyOf = ({ kind, title, to }: SearchItem): string => `${kind} ${title} ${to}`;

/** What an item is, for its row. */
export const KIND_LABELS: Readonly<Record<Kind, string>> = {
  fridge: "Fridge",
  screen: "Screen",
  action: "Action",
  route: "Route",
  driver: "Driver",
  layout: "Layout",
  priceSchema: "Price schema",
  coupon: "Coupon",
};

export const GROUP_TITLES: Readonly<Record<Kind, string>> = {
  fridge: "Fridges",
  screen: "Screens",
  action: "Actions",
  route: "Routes",
  driver: "Drivers",
  layout: "Layouts",
  priceSchema: "Price schemas",
  coupon: "Coupons",
};
