/** The states of a location that staff set. */
import type { LocationStatus } from "../api/schema";
import type { Definition } from "./definition";

export const LOCATION_STATUSES: Readonly<Record<LocationStatus, Definition>> = {
  LIVE: {
    label: "LIVE",
    meaning: "The location is in service and sells.",
    rule: "Staff set it. Only LIVE fridges raise alerts and appear on the fleet health screen.",
  },
  OFFLINE: {
    label: "OFFLINE",
    meaning: "The location is not in service and does not sell.",
    rule: "Staff set it, and new locations start with it. It does not depend on reports: a fridge in service that no longer reports stays LIVE and is Silent.",
  },
  DEAD: {
    label: "DEAD",
    meaning: "The location is retired.",
    rule: "Only the server sets it. Staff can filter by it but cannot select it.",
  },
};

type SelectableStatus = Exclude<LocationStatus, "DEAD">;

export const PUBLIC_STATUSES: Readonly<Record<SelectableStatus, Definition>> = {
  LIVE: {
    label: "Public status LIVE",
    meaning: "Customers see the fridge as LIVE.",
    rule: "Staff set it, independently of the status.",
  },
  OFFLINE: {
    label: "Public status OFFLINE",
    meaning: "Customers see the fridge as OFFLINE.",
    rule: "Staff set it, independently of the status. New locations start with it.",
  },
};

export const ALLOCATION_STATES: Readonly<Record<"ON" | "OFF", Definition>> = {
  ON: {
    label: "Allocation ON",
    meaning: "The fridge receives food at its next stocking.",
    rule: "Ready for Allocation is Yes. A change counts for a stocking if it is made before 6 PM Central on the day before, or two days before in the Northeast.",
  },
  OFF: {
    label: "Allocation OFF",
    meaning: "The fridge receives no food.",
    rule: "Ready for Allocation is No. Each change needs a reason.",
  },
};
