/**
 * Creates a location for the form and the import. A response can be lost after the location was created. The next
 * attempt then fails because the id is taken, and must detect that the location is its own.
 */
import { ApiError } from "../api/errors";
import { graphql } from "../api/graphql";
import { rest } from "../api/rest";
import { locationDocument, locationHistoryDocument } from "./detail/operations.generated";
import { idTakenMessage, isCompleteLocation, UNABLE_TO_CREATE, type NewLocation } from "./rules/create";
import { matchesRequest } from "./rules/matchesRequest";

interface CreateRequest {
  readonly location: NewLocation;
  /** The email address of the signed-in user. */
  readonly user: string;
  /** Whether an earlier attempt with this id may have created the location. */
  readonly outcomeUnknown: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Whether the location may exist although the request failed: there was no response from the operation. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || ["network", "unavailable", "internal"].includes(error.kind);
}

/**
 * Creates the location. If the id is taken after an attempt with an unknown outcome, the location counts as created if
 * the same user created the stored location with the same values and it has not changed since.
 */
export async function createLocation({ location, user, outcomeUnknown, signal }: CreateRequest): Promise<void> {
  if (!isCompleteLocation(location)) throw new ApiError("invalid", UNABLE_TO_CREATE);
  try {
    await rest("POST /locations", { body: location }, { signal });
  } catch (error) {
    const { id } = location;
    if (outcomeUnknown && isIdTakenError(error, id) && (await wasCreatedByRequest(location, id, user, signal))) return;
    throw error;
  }
}

function isIdTakenError(error: unknown, id: string): boolean {
  return error instanceof ApiError && error.fields.some(({ message }) => message === idTakenMessage(id));
}

async function wasCreatedByRequest(
  sent: NewLocation,
  id: string,
  user: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { location } = await graphql(locationDocument, { id }, { signal });
  if (!location || !matchesRequest(sent, location)) return false;
  const { locationHistory } = await graphql(locationHistoryDocument, { id, nextToken: null }, { signal });
  return locationHistory.items.some((entry) => entry.event === "CREATED" && entry.user === user);
}
