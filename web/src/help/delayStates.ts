/** The terms for routes and stops that are not on time (docs/requirements/stocking.md, STK-8 to STK-10). */
import type { Definition } from "./definition";

export const DELAY_STATES: readonly Definition[] = [
  {
    label: "Expected",
    meaning: "When the stop was usually stocked. It is an estimate and not a promise to the customer.",
    rule: "The median time at which the route stocked the stop on the same weekday in the last six weeks. A stop with fewer than two such weeks has no expected time.",
  },
  {
    label: "Behind",
    meaning: "How long the route has been overdue. It is an estimate.",
    rule: "The minutes since the earliest expected time of the stops that are not done. Unreachable stops do not count. A finished stop ends its delay.",
  },
  {
    label: "Late",
    meaning: "The driver skipped the stop.",
    rule: "The stop is not started or incomplete, and a later stop of its route was scanned or stocked. The clock has no effect.",
  },
  {
    label: "Last driver",
    meaning: "Who probably drives the route if no driver has reported an action today.",
    rule: "The driver who stocked most of the route's stops when they were last stocked on this weekday, at most six weeks ago.",
  },
];
