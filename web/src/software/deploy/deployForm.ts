/** The values of the Create Deployment panel. */
import { boolean, object, pipe, string, transform, trim, type InferInput, type InferOutput } from "valibot";
import { businessDay } from "../../lib/day";

const text = pipe(string(), trim());

/** The rules that also depend on the fridges and the pilots are in `deployBlockedReason`, the pilot's in `validatePilot`. */
export const SCHEMA = object({
  /** One fridge ID per line. */
  ids: string(),
  software: string(),
  version: string(),
  withPilot: boolean(),
  pilot: object({
    id: text,
    displayName: text,
    stage: pipe(string(), transform(Number)),
    startDate: text,
    endDate: text,
    description: text,
  }),
});

export type DeployInput = InferInput<typeof SCHEMA>;
export type DeployOutput = InferOutput<typeof SCHEMA>;

export function emptyDeployment(): DeployInput {
  return {
    ids: "",
    software: "",
    version: "",
    withPilot: false,
    pilot: { id: "", displayName: "", stage: "", startDate: businessDay(), endDate: "", description: "" },
  };
}
