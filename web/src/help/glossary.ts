/** All definitions, in groups. */
import { COMMAND_STATES } from "./commandStates";
import { DATA_STATES } from "./dataStates";
import type { Definition } from "./definition";
import { DEPLOYMENT_FRIDGE_STATES, DEPLOYMENT_STATES } from "./deploymentStates";
import { DROP_STATES } from "./dropStates";
import { ALERTS, HEALTH_PROBLEMS } from "./healthStates";
import { ALLOCATION_STATES, LOCATION_STATUSES, PUBLIC_STATUSES } from "./locationStates";
import { SCHEDULE_STATES } from "./scheduleStates";
import { STOP_STATES } from "./stopStates";
import { SYNC_STATES } from "./syncStates";
import { UPLOAD_STATES } from "./uploadStates";

interface GlossaryGroup {
  readonly title: string;
  readonly definitions: readonly Definition[];
}

export const GLOSSARY = {
  locations: {
    title: "Locations",
    definitions: [LOCATION_STATUSES, PUBLIC_STATUSES, ALLOCATION_STATES].flatMap((states) => Object.values(states)),
  },
  problems: { title: "Problems of a fridge", definitions: Object.values(HEALTH_PROBLEMS) },
  alerts: { title: "Alerts", definitions: Object.values(ALERTS) },
  commands: { title: "Commands to a fridge", definitions: Object.values(COMMAND_STATES) },
  stops: { title: "Stops of a route", definitions: Object.values(STOP_STATES) },
  drops: { title: "Drops", definitions: Object.values(DROP_STATES) },
  deployments: { title: "Software deployments", definitions: Object.values(DEPLOYMENT_STATES) },
  deploymentFridges: {
    title: "Fridges of a software deployment",
    definitions: Object.values(DEPLOYMENT_FRIDGE_STATES),
  },
  scheduledChanges: { title: "Scheduled changes", definitions: Object.values(SCHEDULE_STATES) },
  uploads: { title: "Uploads", definitions: Object.values(UPLOAD_STATES) },
  syncs: { title: "LogiNext syncs", definitions: Object.values(SYNC_STATES) },
  data: { title: "Data on the screen", definitions: DATA_STATES },
} as const satisfies Readonly<Record<string, GlossaryGroup>>;

export type GlossaryGroupId = keyof typeof GLOSSARY;

export const GLOSSARY_GROUPS: readonly GlossaryGroupId[] = [
  "locations",
  "problems",
  "alerts",
  "commands",
  "stops",
  "drops",
  "deployments",
  "deploymentFridges",
  "scheduledChanges",
  "uploads",
  "syncs",
  "data",
];
