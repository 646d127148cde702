/**
 * Creating a location, from the form or from the import. An answer can get lost after the location was written: the
 * next attempt then finds the id taken, by what the first one wrote.
 */
import { ApiError } from "../api/errors";
import { graphql } from "../api/graphql";
import { rest } from "../api/rest";
import { locationDocument, locationHistoryDocument } from "./detail/operations.generated";
import { idTaken, type NewLocation } from "./rules/create";
import { isAsSent } from "./rules/sameLocation";

interface Attempt {
  readonly location: NewLocation;
  /** E-mail of who creates it. */
  readonly user: string;
  /** An earlier attempt with this id had no answer. */
  readonly unanswered: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Whether what was sent may have been written all the same: there was no answer, or none of the operation itself. */
export function mayBeWritten(error: unknown): boolean {
  return !(error instanceof ApiError) || ["network", "unavailable", "internal"].includes(error.kind);
}

/**
 * Creates the location. Where the id is taken after an unanswered attempt, the location counts as created when the
 * stored one was created by the same person, holds all that was sent, and was never changed since.
 */
export async function createLocation({ location, user, unanswered, signal }: Attempt): Promise<void> {
  try {
    await rest("POST", "/locations", location, { signal });
  } catch (error) {
    const id = String(location.id);
    if (unanswered && isTaken(error, id) && (await isOwn(location, id, user, signal))) return;
    throw error;
  }
}

function isTaken(error: unknown, id: string): boolean {
  return error instanceof ApiError && error.fields.some(({ message }) => message === idTaken(id));
}

async function isOwn(sent: NewLocation, id: string, user: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { location } = await graphql(locationDocument, { id }, { signal });
  if (!location || !isAsSent(sent, location)) return false;
  const { locationHistory } = await graphql(locationHistoryDocument, { id, nextToken: null }, { signal });
  return locationHistory.items.some((entry) => entry.event === "CREATED" && entry.user === user);
}
