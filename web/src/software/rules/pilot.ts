/** What a pilot has to be (spec of fleet operations, 5). The server follows the same cases. */
import { parseDay } from "../../ui/day";

/** A pilot's fields as they are typed. */
export interface PilotDraft {
  readonly id: string;
  readonly displayName: string;
  readonly stage: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly description: string;
}

export type PilotField = keyof PilotDraft;

export interface PilotError {
  readonly field: PilotField;
  readonly message: string;
}

export const PILOT_LABELS: Readonly<Record<PilotField, string>> = {
  id: "Pilot ID",
  displayName: "Display Name",
  stage: "Pilot Stage",
  startDate: "Start Date",
  endDate: "End Date",
  description: "Description",
};

const FIELDS = Object.keys(PILOT_LABELS) as readonly PilotField[];
const LONGEST: Readonly<Record<PilotField, number>> = {
  id: 100,
  displayName: 100,
  stage: 100,
  startDate: 100,
  endDate: 100,
  description: 2000,
};
const HIGHEST_STAGE = 1000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Everything that is wrong, in the order of the fields. */
export function pilotErrors(draft: PilotDraft): readonly PilotError[] {
  return FIELDS.flatMap((field) => {
    const message = faultOf(field, draft);
    return message === null ? [] : [{ field, message }];
  });
}

function faultOf(field: PilotField, draft: PilotDraft): string | null {
  const label = PILOT_LABELS[field];
  const text = draft[field].trim();
  if (text === "") return `${label} cannot be empty`;
  if ([...text].length > LONGEST[field]) return `${label} can have at most ${LONGEST[field]} characters`;
  switch (field) {
    case "stage":
      return /^\d+$/.test(text) && Number(text) <= HIGHEST_STAGE
        ? null
        : `Pilot Stage should be a whole number from 0 to ${HIGHEST_STAGE}`;
    case "startDate":
    case "endDate":
      if (!isDay(text)) return `${label} should be a day in the format YYYY-MM-DD`;
      return field === "endDate" && isDay(draft.startDate.trim()) && text < draft.startDate.trim()
        ? "End Date cannot be before Start Date"
        : null;
    case "id":
    case "displayName":
    case "description":
      return null;
  }
}

function isDay(text: string): boolean {
  return DAY.test(text) && parseDay(text) === text;
}
