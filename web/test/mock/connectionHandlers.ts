/** The sample server's connections of fridges to the message broker. */
import type * as Types from "../../src/api/schema";
import { isValid } from "../../src/connections/rules/connection";
import { MAX_REASON_LENGTH, requestError } from "../../src/connections/rules/request";
import { ServerError } from "../serverErrors";
import { entryOf, nextId, page, prepend, type SampleContext } from "./sampleContext";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIFE = 365 * DAY;
/** The maximum number of valid certificates of a fridge. */
const MAX_VALID = 5;

/** A certificate with another content for each fridge would say no more. */
const PEM = `-----BEGIN CERTIFICATE-----
${Array.from({ length: 9 }, () => "MIIBkTCCATegAwIBAgIUFzZ1c2FtcGxlY2VydGlmaWNhdGVvZmFmcmlkZ2U0MTIz").join("\n")}
-----END CERTIFICATE-----
`;

/** The id of a fridge's certificate with this number: 64 hexadecimal digits. */
export function sampleCertificateId(fridge: string, number: number): string {
  let hash = 0x811c9dc5;
  let id = "";
  for (let part = 0; part < 8; part += 1) {
    for (const character of `${fridge} ${number}`) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    }
    id += hash.toString(16).padStart(8, "0");
  }
  return id;
}

function invalid(field: string, message: string): ServerError {
  return new ServerError("Invalid", "", { errors: [{ field, message }] });
}

/** The reason without spaces around it. Rejects one that is empty or too long. */
function checkReason(reason: string): string {
  const trimmed = reason.trim();
  if (trimmed === "" || trimmed.length > MAX_REASON_LENGTH) {
    throw invalid("reason", `Enter a reason of 1 to ${MAX_REASON_LENGTH} characters`);
  }
  return trimmed;
}

/** The connections, changed in memory. The first fridges have one state each; all others are connected. */
export function connectionFields({ state, user, now, earlier, later }: SampleContext) {
  const connections = new Map<string, Types.FridgeConnection>();
  const histories: Record<string, readonly Types.FridgeConnectionChange[]> = {};
  /** The certificates that were issued for a request, by fridge and request. */
  const issuedIds = new Map<string, string>();

  const isValidNow = (each: Types.FridgeCertificate) => isValid(each, Date.parse(now()));
  const certificate = (
    id: string,
    age: number,
    changes: Partial<Types.FridgeCertificate> = {},
  ): Types.FridgeCertificate => ({
    id,
    state: "ACTIVE",
    issuedAt: earlier(age),
    issuedBy: "check-fridge-provisioning",
    how: "PROVISIONED",
    expiresAt: later(LIFE - age),
    activatedAt: earlier(age - MINUTE),
    endedAt: null,
    endedBy: null,
    reason: null,
    ...changes,
  });

  const fridges = state.locations.filter(({ type }) => type === "FRIDGE");

  function sampleConnection(locationId: string): Types.FridgeConnection {
    const index = fridges.findIndex(({ id }) => id === locationId);
    const [first, second] = [sampleCertificateId(locationId, 1), sampleCertificateId(locationId, 2)];
    const connected: Types.FridgeConnection = {
      locationId,
      state: "CONNECTED",
      since: earlier((3 + (index % 5)) * HOUR),
      reason: null,
      address: `203.0.113.${10 + (index % 200)}`,
      takeovers: 0,
      clockSkewSeconds: null,
      certificates: [certificate(first, 40 * DAY)],
      replacementUntil: null,
      version: 2,
    };
    switch (index) {
      case 1:
        return { ...connected, state: "DISCONNECTED", since: earlier(3 * MINUTE), reason: "MQTT_KEEP_ALIVE_TIMEOUT" };
      case 2:
        return { ...connected, state: "NEVER", since: null, address: null, certificates: [], version: 0 };
      case 3:
        return {
          ...connected,
          takeovers: 2,
          clockSkewSeconds: LIFE / 1000,
          certificates: [
            certificate(second, 353 * DAY),
            certificate(first, 500 * DAY, {
              state: "RETIRED",
              endedAt: earlier(352 * DAY),
              endedBy: "sweep-fridge-identities",
            }),
          ],
          replacementUntil: later(20 * HOUR),
          version: 5,
        };
      case 4:
        return {
          ...connected,
          state: "DISCONNECTED",
          since: earlier(26 * HOUR),
          reason: "SERVER_INITIATED_DISCONNECT",
          certificates: [
            certificate(first, 200 * DAY, {
              state: "REVOKED",
              how: "STAFF",
              issuedBy: user,
              endedAt: earlier(26 * HOUR),
              endedBy: user,
              reason: "Computer stolen",
            }),
          ],
          version: 3,
        };
      default:
        return connected;
    }
  }

  function find(id: string): Types.FridgeConnection | null {
    const fridge = fridges.find((location) => location.id.toUpperCase() === id.toUpperCase());
    if (!fridge) return null;
    const known = connections.get(fridge.id) ?? sampleConnection(fridge.id);
    connections.set(fridge.id, known);
    histories[fridge.id] ??= known.certificates.flatMap((each) => historyOf(each));
    return known;
  }

  function historyOf({ id, issuedAt, issuedBy, how, state: ended, endedAt, endedBy, reason }: Types.FridgeCertificate) {
    const issued: Types.FridgeConnectionChange = {
      id: nextId("connection"),
      at: issuedAt,
      user: issuedBy,
      event: how === "PROVISIONED" ? "PROVISIONED" : "ISSUED",
      certificateId: id,
      reason: null,
    };
    if (endedAt === null) return [issued];
    return [{ ...issued, id: nextId("connection"), at: endedAt, user: endedBy ?? user, event: ended, reason }, issued];
  }

  function findStored(id: string, version?: number): Types.FridgeConnection {
    const stored = find(id);
    if (!stored) throw new ServerError("NotFound", `${id} is not a fridge`);
    if (version !== undefined && version !== stored.version) {
      throw new ServerError("Conflict", "Another user changed this connection. Check it and try again.");
    }
    return stored;
  }

  function save(
    stored: Types.FridgeConnection,
    event: Pick<Types.FridgeConnectionChange, "event" | "certificateId" | "reason">,
    update: Partial<Types.FridgeConnection>,
  ): Types.FridgeConnection {
    const { locationId } = stored;
    const changed = { ...stored, ...update, version: stored.version + 1 };
    const entry = entryOf(now(), user);
    connections.set(locationId, changed);
    prepend(histories, locationId, { ...entry, ...event });
    const activity: Types.ActivityEntry = {
      ...entry,
      area: "CONNECTIONS",
      kind: "FRIDGE_CONNECTION",
      objectId: locationId,
      day: null,
      part: null,
      event: event.event,
      changes: [],
      changeCount: 0,
      reason: event.reason,
      note: null,
    };
    state.activity = [activity, ...state.activity];
    return changed;
  }

  function issue({ id, certificateSigningRequest, reason }: Types.MutationIssueFridgeCertificateArgs) {
    const checkedReason = checkReason(reason);
    const error = requestError(certificateSigningRequest);
    if (error !== undefined) throw invalid("certificateSigningRequest", error);
    const stored = findStored(id);
    const request = `${stored.locationId} ${certificateSigningRequest.replaceAll(/\s/g, "")}`;
    const known = stored.certificates.find((each) => each.id === issuedIds.get(request));
    if (known?.state === "ISSUED") return { certificateId: known.id, certificatePem: PEM, connection: stored };
    if (known) throw invalid("certificateSigningRequest", "This request was used before. Create a new one.");
    if (stored.certificates.filter(isValidNow).length >= MAX_VALID) {
      throw new ServerError("Invalid", `${stored.locationId} has ${MAX_VALID} valid certificates. Revoke one first.`);
    }
    const issued = certificate(sampleCertificateId(stored.locationId, 100 + stored.version), 0, {
      state: "ISSUED",
      how: "STAFF",
      issuedBy: user,
      activatedAt: null,
    });
    issuedIds.set(request, issued.id);
    const event = { event: "ISSUED", certificateId: issued.id, reason: checkedReason };
    const connection = save(stored, event, { certificates: [issued, ...stored.certificates] });
    return { certificateId: issued.id, certificatePem: PEM, connection };
  }

  function revoke({ id, certificateId: revoked, reason, version }: Types.MutationRevokeFridgeCertificateArgs) {
    const checkedReason = checkReason(reason);
    const stored = findStored(id, version);
    const found = stored.certificates.find((each) => each.id === revoked);
    if (!found) throw new ServerError("NotFound", `${stored.locationId} has no certificate ${revoked}`);
    if (found.state === "REVOKED") return stored;
    if (!isValidNow(found)) throw invalid("certificateId", "This certificate has already ended.");
    const all = stored.certificates.map((each): Types.FridgeCertificate =>
      each === found ? { ...each, state: "REVOKED", endedAt: now(), endedBy: user, reason: checkedReason } : each,
    );
    const isCut = stored.state === "CONNECTED" && !all.some(isValidNow);
    return save(
      stored,
      { event: "REVOKED", certificateId: revoked, reason: checkedReason },
      isCut
        ? { certificates: all, state: "DISCONNECTED", since: now(), reason: "SERVER_INITIATED_DISCONNECT" }
        : { certificates: all },
    );
  }

  function allowReplacement({ id, allow, reason, version }: Types.MutationAllowFridgeReplacementArgs) {
    const checkedReason = checkReason(reason);
    const event = allow ? "REPLACEMENT_ALLOWED" : "REPLACEMENT_ENDED";
    return save(
      findStored(id, version),
      { event, certificateId: null, reason: checkedReason },
      { replacementUntil: allow ? later(DAY) : null },
    );
  }

  return {
    fridgeConnection: ({ id }: Types.QueryFridgeConnectionArgs) => find(id),
    disconnectedFridges: () =>
      page(
        fridges.flatMap(({ id }) => {
          const connection = find(id);
          return connection?.state === "DISCONNECTED" && connection.since !== null
            ? [{ locationId: id, since: connection.since, reason: connection.reason }]
            : [];
        }),
      ),
    fridgeConnectionHistory: ({ id }: Types.QueryFridgeConnectionHistoryArgs) =>
      page(histories[find(id)?.locationId ?? ""] ?? []),
    issueFridgeCertificate: issue,
    revokeFridgeCertificate: revoke,
    allowFridgeReplacement: allowReplacement,
  };
}
