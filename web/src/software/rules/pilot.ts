/** Validates a pilot (SWR-6). The server follows the same cases, functions/software/cases/pilots.json. */
import { parseDay } from "../../lib/day";

/** A pilot's fields as text, as entered. */
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
const MAX_LENGTH: Readonly<Record<PilotField, number>> = {
  id: 100,
  displayName: 100,
  stage: 100,
  startDate: 100,
  endDate: 100,
  description: 2000,
};
const MAX_STAGE = 1000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns all errors, in the order of the fields. */
export function validatePilot(draft: PilotDraft): readonly PilotError[] {
  return FIELDS.flatMap((field) => {
    const message = validateField(field, draft);
    return message === null ? [] : [{ field, message }];
  });
}

function validateField(field: PilotField, draft: PilotDraft): string | null {
  const label = PILOT_LABELS[field];
  const text = draft[field].trim();
  if (text === "") return `${label} cannot be empty`;
  if ([...text].length > MAX_LENGTH[field]) return `${label} can have at most ${MAX_LENGTH[field]} characters`;
  switch (field) {
    case "stage":
      return /^\d+$/.test(text) && Number(text) <= MAX_STAGE
        ? null
        : `Pilot Stage should be a whole number from 0 to ${MAX_STAGE}`;
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
