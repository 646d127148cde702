/** The sample server's GraphQL fields. The compiler checks that each field of the schema has a handler. */
import { ACTIONS } from "../../src/api/actions";
import type * as Types from "../../src/api/schema";
import { toHealthSummary } from "../fleetHealth";
import { ServerError } from "../serverErrors";
import { activityFields } from "./activityHandlers";
import { connectionFields } from "./connectionHandlers";
import { deploymentFields } from "./deploymentHandlers";
import { entryOf, nextId, page, prepend, type SampleContext } from "./sampleContext";
import { FRIDGE_SCHEMAS, SAMPLE_ROLES, isDefaultRole, stockingId, type SampleState } from "./sampleData";

type Fields = Types.Query & Types.Mutation;
type GraphqlHandlers = { readonly [Field in keyof Fields]: (args: never) => Fields[Field] };

const MINUTE = 60_000;
/** How long a command stays in each state, in milliseconds. */
const COMMAND_STEP = 3000;
const COMMAND_LIFETIME = 5 * MINUTE;

/** The feature flag that each command requires, by resource and operation. */
const COMMAND_FLAGS: Readonly<Record<string, string>> = {
  "ServiceRestart DISPLAY_SERVICES": "display-services",
  "ServiceRestart REACT_UI": "react-ui",
  "ServiceRestart INVENTORY_SERVICE": "computer-swap",
  VendingUnitReset: "jofemar",
  SafetyHold: "food-safety-hold",
  OutOfOrder: "out-of-order",
  ConfirmedInventory: "computer-swap",
};

const notFound = (what: string) => new ServerError("NotFound", `${what} does not exist`);

export function graphqlHandlers(context: SampleContext): GraphqlHandlers {
  const { state, user, now } = context;
  const find = (id: string) => state.locations.find((location) => location.id.toUpperCase() === id.toUpperCase());

  return {
    ...activityFields(context),
    ...locationFields(context, find),
    ...scheduleFields(context),
    ...healthFields(context, find),
    ...commandFields(context),
    ...connectionFields(context),
    ...stockingFields(context),
    ...softwareFields(context),
    ...deploymentFields(context),
    ...priceFields(context),
    ...peopleFields(context),
    coupons: () => page(state.coupons),
    couponIssueTypes: () => [
      { imageName: "Quality - Expired item", category: "Quality", issue: "Expired item" },
      { imageName: "Machine - Door did not open", category: "Machine", issue: "Door did not open" },
    ],
    getPlanogramNames: () => Object.keys(state.planograms),
    planogram: ({ layoutName, at }: Types.QueryPlanogramArgs) => planogramAt(state, layoutName, at ?? now()),
    planogramHistory: ({ layoutName }: Types.QueryPlanogramHistoryArgs) =>
      page(state.planogramHistory[layoutName] ?? []),
    schedulePlanogramUpdate: ({ input }: Types.MutationSchedulePlanogramUpdateArgs) => {
      const at = now();
      for (const { layoutName, slot, vendItemName, activeHour, requestType, physicalFridgeConfig } of input) {
        const name = layoutName ?? "";
        const entry: Types.PlanogramEntry = {
          slot: slot ?? "",
          vendItemName: vendItemName ?? "",
          activeHour: requestType === "CREATE" ? at : new Date(activeHour ?? at).toISOString(),
          physicalFridgeConfig: physicalFridgeConfig ?? null,
          scheduledBy: user,
          scheduledAt: at,
        };
        const before = planogramAt(state, name, entry.activeHour)?.effective.find((known) => known.slot === entry.slot);
        state.planograms[name] = [...(state.planograms[name] ?? []), entry];
        const { slot: changedSlot, activeHour: hour, vendItemName: to } = entry;
        const event: Types.PlanogramHistoryEntry = {
          id: nextId("planogram"),
          at,
          user,
          event: requestType === "CREATE" ? "CREATED" : "SCHEDULED",
          changes: [{ slot: changedSlot, activeHour: hour, from: before?.vendItemName ?? null, to }],
        };
        prepend(state.planogramHistory, name, event);
      }
      const rows = input.map((): Types.RowResult => ({ outcome: "WRITTEN", errors: [] }));
      return { successCount: input.length, totalCount: input.length, errors: [], rows };
    },
  };
}

function locationFields({ state }: SampleContext, find: (id: string) => Types.Location | undefined) {
  return {
    locations: ({ filter }: Types.QueryLocationsArgs) => {
      const status = filter?.status ?? (filter?.id ? undefined : "LIVE");
      const found = state.locations.filter(
        (location) =>
          (!filter?.id || location.id === filter.id) && (status === undefined || location.status === status),
      );
      return page(found.map(summaryOf));
    },
    location: ({ id }: Types.QueryLocationArgs) => find(id) ?? null,
    locationsById: ({ ids }: Types.QueryLocationsByIdArgs) => ids.flatMap((id) => find(id) ?? []),
    opsLocations: ({ filter }: Types.QueryOpsLocationsArgs) => ({
      locations: state.locations.filter(({ type }) => !filter?.type || type === filter.type).map(opsLocationOf),
      nextToken: null,
    }),
    locationHistory: ({ id }: Types.QueryLocationHistoryArgs) => page(state.locationHistory[id] ?? []),
    getPriceMapTemplates: () => schemaIds(state),
    getFridgeSchemasTemplates: () => FRIDGE_SCHEMAS,
    generateAprivaDeviceAddress: ({ input }: Types.MutationGenerateAprivaDeviceAddressArgs) => {
      if (!find(input.locationId)) throw notFound(input.locationId);
      return `APRIVA-${nextId("device")}`;
    },
  };
}

function summaryOf(location: Types.Location): Types.LocationSummary {
  const { id, type, prettyName, address, route, stop, status, publicStatus, prod } = location;
  const { market, timeZone, latitude, longitude, lastModified } = location;
  return {
    id,
    type,
    prettyName,
    address,
    route,
    stop,
    status,
    publicStatus,
    prod,
    market,
    timeZone,
    latitude,
    longitude,
    lastModified,
  };
}

function opsLocationOf(location: Types.Location): Types.OpsLocation {
  const { id, type, accountTier, onlineDate, fulfillmentCenter, opportunityName } = location;
  const { routingTag, parkToFridgeInstructions, route, stop, prettyName } = location;
  return {
    id,
    type,
    accountTier,
    onlineDate,
    fulfillmentCenter,
    opportunityName,
    routingTag,
    parkToFridgeInstructions,
    route,
    stop,
    prettyName,
  };
}

function scheduleFields({ state, user, now, later }: SampleContext) {
  /** Replaces a change and the one that it is paired with. */
  const replace = (
    { input }: { readonly input: Types.ScheduleChangeKeyInput },
    update: (change: Types.ScheduleChange) => Types.ScheduleChange | null,
  ) => {
    const isAffected = ({ uuid, pairedWith }: Types.ScheduleChange) => uuid === input.uuid || pairedWith === input.uuid;
    const affected = state.scheduleChanges.filter(isAffected);
    if (affected.length === 0) throw notFound("The scheduled change");
    const updated = affected.map(update);
    state.scheduleChanges = [
      ...state.scheduleChanges.filter((change) => !isAffected(change)),
      ...updated.filter((change) => change !== null),
    ];
    return updated.map((change, index) => change ?? affected[index]).filter((change) => change !== undefined);
  };
  const soon = (change: Types.ScheduleChange): Types.ScheduleChange => ({
    ...change,
    actionTime: later(5000),
    state: "PENDING",
    failure: null,
  });
  return {
    readScheduleChange: ({ filter }: Types.QueryReadScheduleChangeArgs) =>
      state.scheduleChanges.filter(({ id }) => id === filter.id),
    pendingScheduleChanges: ({ filter }: Types.QueryPendingScheduleChangesArgs) =>
      filter.ids.flatMap((id) =>
        filter.attributes.flatMap(
          (attribute) =>
            state.scheduleChanges
              .filter(
                (each) =>
                  each.id === id &&
                  each.state === "PENDING" &&
                  each.change.attribute === attribute &&
                  each.actionTime < filter.before,
              )
              .toSorted((a, b) => b.actionTime.localeCompare(a.actionTime))[0] ?? [],
        ),
      ),
    failedScheduleChanges: () => page(state.scheduleChanges.filter((each) => each.state !== "PENDING")),
    createScheduleChanges: ({ input }: Types.MutationCreateScheduleChangesArgs) => {
      const created = input.map(({ location, attribute, value, dateTime }): Types.ScheduleChange => ({
        uuid: crypto.randomUUID(),
        actionTime: new Date(dateTime).toISOString(),
        id: location,
        user,
        version: 1,
        change: { id: location, table: "Locations", attribute, value },
        pairedWith: null,
        state: "PENDING",
        failure: null,
      }));
      state.scheduleChanges = [...state.scheduleChanges, ...created];
      for (const { id, change: scheduled } of created) {
        const changes = [{ attribute: scheduled.attribute, from: null, to: scheduled.value }];
        const entry = { ...entryOf(now(), user), event: "SCHEDULED", changes, reason: null, note: null };
        prepend(state.locationHistory, id, entry);
      }
      return { created, failed: [] };
    },
    deleteScheduleChange: (args: Types.MutationDeleteScheduleChangeArgs) => replace(args, () => null),
    completeScheduleChange: (args: Types.MutationCompleteScheduleChangeArgs) => replace(args, soon),
    retryScheduleChange: (args: Types.MutationRetryScheduleChangeArgs) => replace(args, soon),
    releaseScheduleChange: (args: Types.MutationReleaseScheduleChangeArgs) =>
      replace(args, (held) => ({ ...soon(held), user })),
  };
}

function healthFields({ state, user, now, earlier }: SampleContext, find: (id: string) => Types.Location | undefined) {
  const healthOf = (location: Types.Location): Types.FridgeHealth => {
    const index = state.locations.indexOf(location);
    const isWarm = state.alerts.some((alert) => alert.location === location.id && alert.state === "OPEN");
    return {
      locationId: location.id,
      timestamp: earlier((index % 4) * MINUTE),
      receivedAt: earlier((index % 4) * MINUTE),
      jofemarState: "STATUS_0_READY",
      safetyHold: false,
      safetyHoldTs: null,
      outOfOrder: index === 5,
      outOfOrderTs: index === 5 ? earlier(90 * MINUTE) : null,
      inaccessible: false,
      hdmi: true,
      elo: true,
      cardReader: index !== 6,
      electricalLayout: true,
      activeTicket: false,
      temperature: isWarm ? 44.6 : 36 + (index % 4),
      temperatureSetpoint: 37,
      timezone: location.timeZone,
      networkSpeed: { previousSpeed: 1.2 },
      serverVersion: "1.10.2",
      allReasons: index === 5 ? ["OUT_OF_ORDER"] : [],
      connectedLayout: [[0, 1, 2, 3].map((x) => ({ x, y: 0 })), [0, 1, 2, 3].map((x) => ({ x, y: 1 }))],
      recycleDoorState: { doorState: "CLOSED", lockState: "LOCKED" },
      sundryDoorState: { doorState: "CLOSED", lockState: "LOCKED" },
      liteFridgeState: null,
      software: softwareOf(state, location.id),
    };
  };
  return {
    followFridge: () => new Date(Date.now() + 15 * 60_000).toISOString(),
    fridgeHealth: ({ filter }: Types.QueryFridgeHealthArgs) => ({
      fridgeData: filter.locationIds.flatMap((id) => {
        const location = find(id);
        return location?.type === "FRIDGE" ? [healthOf(location)] : [];
      }),
    }),
    fleetHealth: () => ({
      items: state.locations.flatMap((location) =>
        location.type === "FRIDGE" ? [toHealthSummary(healthOf(location))] : [],
      ),
      nextToken: null,
    }),
    getFridgeEvents: ({ location, eventTypes }: Types.QueryGetFridgeEventsArgs) =>
      page(
        eventTypes.flatMap((eventType) =>
          ["STOCKING_ENDED", "DOOR_CLOSED", "DOOR_OPENED"].map((name, index): Types.FridgeEvent => ({
            id: `${location}-${name}`,
            location,
            eventType,
            name,
            timestamp: earlier((60 + index) * MINUTE),
            data: null,
          })),
        ),
      ),
    getFridgeSegmentEvents: ({ location, fridgeSegmentEventType }: Types.QueryGetFridgeSegmentEventsArgs) =>
      page(
        fridgeSegmentEventType.map((eventType, index): Types.FridgeSegmentEvent => ({
          id: `${location}-${eventType}`,
          location,
          eventType,
          date: earlier((20 + index) * MINUTE),
          payload: null,
        })),
      ),
    fridgeTemperatures: ({ hours }: Types.QueryFridgeTemperaturesArgs) => {
      const count = (hours ?? 24) * 4;
      return Array.from({ length: count }, (_, index) => ({
        timestamp: earlier((count - index) * 15 * MINUTE),
        temperature: 37 + Math.round(20 * Math.sin(index / 7)) / 10,
      }));
    },
    // One afternoon of each week is too warm, and the fridge reports nothing for two hours of another day.
    temperatureReadings: ({ from, to }: Types.QueryTemperatureReadingsArgs) => {
      const [start, end] = [Date.parse(from), Date.parse(to)];
      const interval = 15 * MINUTE;
      const first = Math.ceil(start / interval);
      const readings = Array.from({ length: Math.max(0, Math.floor(end / interval) - first + 1) }, (_, index) => {
        const at = (first + index) * interval;
        const [day, quarter] = [Math.floor(at / (96 * interval)) % 7, Math.floor(at / interval) % 96];
        const isWarm = day === 2 && quarter >= 60 && quarter < 68;
        return {
          isMissing: day === 4 && quarter >= 20 && quarter < 28,
          timestamp: new Date(at).toISOString(),
          temperature: isWarm ? 44.5 : 37 + Math.round(20 * Math.sin(at / interval / 7)) / 10,
        };
      });
      return page(readings.flatMap(({ isMissing, ...reading }) => (isMissing ? [] : [reading])));
    },
    safetyHoldChanges: ({ from }: Types.QuerySafetyHoldChangesArgs) => {
      const start = Date.parse(from) + 24 * 60 * MINUTE;
      return page([
        { at: new Date(start).toISOString(), before: false, after: true },
        { at: new Date(start + 180 * MINUTE).toISOString(), before: true, after: false },
      ]);
    },
    correctiveActions: ({ location }: Types.QueryCorrectiveActionsArgs) =>
      page(state.correctiveActions.filter((action) => action.location === location)),
    recordCorrectiveAction: ({ input }: Types.MutationRecordCorrectiveActionArgs) => {
      const { location, excursionStart, action, note = null, clientToken: id } = input;
      const recorded = { id, location, excursionStart, action, note, at: now(), user };
      state.correctiveActions = [...state.correctiveActions, recorded];
      return recorded;
    },
    fridgeAlerts: ({ filter }: Types.QueryFridgeAlertsArgs) =>
      page(
        state.alerts.filter(
          (alert) => alert.state === filter.state && (!filter.location || alert.location === filter.location),
        ),
      ),
    alertNotices: ({ location }: Types.QueryAlertNoticesArgs) =>
      state.alertSubscriptions.slice(0, 1).map(({ name, target }): Types.AlertNotice => ({
        subscriptionName: name,
        targetKind: target.kind,
        receiver: target.address,
        event: "OPENED",
        at: state.alerts.find((alert) => alert.location === location)?.openedAt ?? now(),
        outcome: "SENT",
      })),
    alertSnoozes: () => page(state.alertSnoozes.filter(({ until }) => until > now())),
    snoozeFridgeAlerts: ({ input }: Types.MutationSnoozeFridgeAlertsArgs) => {
      const snooze = { ...input, by: user, at: now() };
      state.alertSnoozes = [snooze, ...state.alertSnoozes.filter(({ location }) => location !== input.location)];
      return snooze;
    },
    endFridgeAlertSnooze: ({ location }: Types.MutationEndFridgeAlertSnoozeArgs) => {
      state.alertSnoozes = state.alertSnoozes.filter((snooze) => snooze.location !== location);
      return true;
    },
    alertSubscriptions: () => state.alertSubscriptions,
    putAlertSubscription: ({ input }: Types.MutationPutAlertSubscriptionArgs) => {
      const known = state.alertSubscriptions.find(({ id }) => id === input.id);
      if ((known?.version ?? null) !== (input.version ?? null))
        throw new ServerError("Conflict", `${known?.updatedBy ?? "Another user"} changed this notification rule.`);
      const saved: Types.AlertSubscription = {
        ...input,
        version: (known?.version ?? 0) + 1,
        regions: input.regions ?? [],
        kinds: input.kinds ?? [],
        shift: input.shift ?? null,
        targetState: known?.target.address === input.target.address ? known.targetState : "PENDING",
        escalation: input.escalation ?? null,
        escalationState: input.escalation ? "PENDING" : null,
        updatedAt: now(),
        updatedBy: user,
      };
      const others = state.alertSubscriptions.filter(({ id }) => id !== input.id);
      state.alertSubscriptions = [...others, saved];
      return saved;
    },
    deleteAlertSubscription: ({ id }: Types.MutationDeleteAlertSubscriptionArgs) => {
      state.alertSubscriptions = state.alertSubscriptions.filter((subscription) => subscription.id !== id);
      return true;
    },
    testAlertSubscription: ({ id }: Types.MutationTestAlertSubscriptionArgs) => {
      const known = state.alertSubscriptions.find((subscription) => subscription.id === id);
      if (!known) throw notFound("The notification rule");
      const result = (target: Types.AlertTarget, confirmed: boolean): Types.AlertTestResult => ({
        target,
        outcome: confirmed ? "SENT" : "UNCONFIRMED",
      });
      return [
        result(known.target, known.targetState === "CONFIRMED"),
        ...(known.escalation ? [result(known.escalation.target, known.escalationState === "CONFIRMED")] : []),
      ];
    },
    acknowledgeFridgeAlert: ({ input }: Types.MutationAcknowledgeFridgeAlertArgs) => {
      const known = state.alerts.find(({ id, location }) => id === input.id && location === input.location);
      if (!known) throw notFound("The alert");
      if (known.acknowledgedBy && known.acknowledgedBy !== user)
        throw new ServerError("Conflict", `${known.acknowledgedBy} acknowledged the alert first`, { current: known });
      const updated = { ...known, acknowledgedAt: now(), acknowledgedBy: user, note: input.note ?? null };
      state.alerts = state.alerts.map((alert) => (alert === known ? updated : alert));
      return updated;
    },
  };
}

function commandFields({ state, user, now, later, flags }: SampleContext) {
  const current = (message: Types.QueueMessage): Types.QueueMessage => {
    if (message.state === "SUPERSEDED") return message;
    const queued = Date.parse(message.timestamp);
    const age = Date.parse(now()) - queued;
    const deliveredAt = age < COMMAND_STEP ? null : new Date(queued + COMMAND_STEP).toISOString();
    const endedAt = age < 2 * COMMAND_STEP ? null : new Date(queued + 2 * COMMAND_STEP).toISOString();
    return { ...message, deliveredAt, endedAt, state: endedAt ? "ACKNOWLEDGED" : deliveredAt ? "DELIVERED" : "QUEUED" };
  };
  const send = (location: string, { operation, resource }: Types.QueueMessagePayloadInput) => {
    const flag = COMMAND_FLAGS[`${resource} ${operation}`] ?? COMMAND_FLAGS[resource];
    if (flag && !flags().includes(flag) && !flags().includes("feature-flag-admin"))
      throw new ServerError("Forbidden", `The command requires the feature flag ${flag}`);
    const queued = state.messages.find((each) => each.location === location && each.resource === resource);
    if (queued && queued.operation === operation && current(queued).state === "QUEUED")
      return { ...current(queued), wasQueued: true };
    const message: Types.QueueMessage = {
      id: nextId("message"),
      location,
      timestamp: now(),
      messageType: "Resource",
      operation,
      resource,
      user,
      state: "QUEUED",
      deliveredAt: null,
      endedAt: null,
      expiresAt: later(COMMAND_LIFETIME),
      result: null,
      wasQueued: null,
    };
    state.messages = [
      message,
      ...state.messages
        .map(current)
        .map((earlier): Types.QueueMessage =>
          earlier.location === location && earlier.resource === resource && !earlier.endedAt
            ? { ...earlier, state: "SUPERSEDED", endedAt: message.timestamp }
            : earlier,
        ),
    ];
    return { ...message, wasQueued: false };
  };
  return {
    readQueueMessages: ({ id, count }: Types.QueryReadQueueMessagesArgs) => {
      const [location, resource] = id.split("#");
      const found = state.messages.filter(
        (message) => message.location === location && (resource === undefined || message.resource === resource),
      );
      return page(found.slice(0, count ?? 1000).map(current));
    },
    createQueueMessage: ({ location, message }: Types.MutationCreateQueueMessageArgs) =>
      send(location, message.payload),
    sendConfirmedInventoryAndConfirmedReservation: ({
      locationId,
    }: Types.MutationSendConfirmedInventoryAndConfirmedReservationArgs) =>
      send(locationId, { operation: "SEND", resource: "ConfirmedInventory" }),
  };
}

function stockingFields({ state, user, now }: SampleContext) {
  return {
    locationRoutes: ({ filter }: Types.QueryLocationRoutesArgs) => ({
      routes: state.stops
        .filter(
          ({ stockingDate, market }) =>
            stockingDate === filter.stockingDate && (!filter.market || market === filter.market),
        )
        .toSorted((a, b) => a.route.localeCompare(b.route) || a.stop - b.stop)
        .map((stop) => (filter.expectedTimes ? stop : { ...stop, expectedTime: null, lastDriver: null })),
      nextToken: null,
    }),
    createRouteStops: ({ input }: Types.MutationCreateRouteStopsArgs): Types.RouteStopsResult => {
      const [sent] = input;
      if (!sent) throw new ServerError("Invalid", "There are no stops");
      const route = sent.route.toLowerCase();
      const isReplaced = (stop: Types.RouteStop) => stop.stockingDate === sent.stockingDate && stop.route === route;
      const outcome = state.stops.some(isReplaced) ? "REPLACED" : "CREATED";
      state.stops = [
        ...state.stops.filter((stop) => !isReplaced(stop)),
        ...input.map((stop) => ({
          ...stop,
          route,
          toteCountPerStop: null,
          toteCountPerRoute: null,
          expectedTime: null,
          lastDriver: null,
        })),
      ];
      return { stockingDate: sent.stockingDate, route, stops: input.length, outcome };
    },
    getPackingSlipsV3: ({ filter }: Types.QueryGetPackingSlipsV3Args) =>
      page(
        state.stops
          .filter(({ stockingDate }) => stockingDate === filter.dropOffDate)
          .map(({ id, route, stockingIndex }): Types.PackingSlip => ({
            locationId: id,
            route,
            dropOffDate: filter.dropOffDate,
            uniqueId: `PS-${id}`,
            createDate: filter.dropOffDate,
            stockingIndex,
            type: "ORDER",
            clientCode: "LARDER",
            status: "PACKED",
          })),
      ),
    getDriverAction: ({ filter }: Types.QueryGetDriverActionArgs) =>
      page(
        state.driverActions.filter(
          ({ eventType, createdAt, data }) =>
            eventType === filter.eventType &&
            (!filter.createdAt || createdAt >= filter.createdAt) &&
            (!filter.createdBefore || createdAt < filter.createdBefore) &&
            (!filter.dropOffDate || data.includes(filter.dropOffDate)),
        ),
      ),
    createDriverAction: ({ input }: Types.MutationCreateDriverActionArgs): Types.DriverAction => {
      const data: unknown = JSON.parse(input.data);
      const action = {
        id: nextId("action"),
        eventType: input.eventType,
        locationId: input.locationId,
        data: JSON.stringify({ ...(typeof data === "object" ? data : {}), userSubmitted: user }),
        createdAt: now(),
        user,
        _lastModified: now(),
      };
      state.driverActions = [...state.driverActions, action];
      return action;
    },
    logiNextSyncs: () => page(state.syncs),
    syncLogiNextLocRoutes: ({ input }: Types.MutationSyncLogiNextLocRoutesArgs): Types.LogiNextSync => {
      const { startDate, endDate, fulfillmentCenters } = input;
      const sync: Types.LogiNextSync = {
        id: nextId("sync"),
        startDate,
        endDate,
        requestedAt: now(),
        user,
        inProgress: false,
        centers: fulfillmentCenters.map((fulfillmentCenter) => ({
          fulfillmentCenter,
          state: "SYNCED",
          attempts: 0,
          routes: 4,
          stops: 12,
          reference: nextId("LN"),
          message: null,
          endedAt: now(),
        })),
      };
      state.syncs = [sync, ...state.syncs];
      return sync;
    },
    jitLocations: ({ input }: Types.QueryJitLocationsArgs) =>
      page(
        state.jit
          .filter(
            ({ dropOffDate, location }) =>
              dropOffDate === input.dropOffDate && (!input.location || location === input.location),
          )
          .map((stocking) => ({
            ...stocking,
            pars: input.location
              ? (state.pars.find((each) => each.stockingId === stocking.stockingId)?.items ?? [])
              : null,
          })),
      ),
    updateJITLocationStatus: ({ input }: Types.MutationUpdateJitLocationStatusArgs) =>
      input.map((decision): Types.JitLocationStatusResult => {
        const known = state.jit.find((each) => each.stockingId === decision.stockingId);
        const isStored = known !== undefined && known.decidedAt === null;
        const { stockingId: id, jitIndicator: jit, reason } = decision;
        const updated =
          known && isStored ? { ...known, jit, reason: reason ?? null, email: user, decidedAt: now() } : known;
        state.jit = state.jit.map((each) => (each === known && updated ? updated : each));
        return {
          stockingId: id,
          message: isStored ? "Updated" : "JIT was already updated",
          orderId: null,
          jitStatusUpdate: isStored,
          jitAllocationItemsClear: isStored && !jit,
          jitLocation: updated ?? null,
        };
      }),
    pars: ({ stockingIds }: Types.QueryParsArgs) =>
      page(state.pars.filter((stocking) => stockingIds.includes(stocking.stockingId))),
    ordersByDay: ({ productionDate, deliveryDate }: Types.QueryOrdersByDayArgs) =>
      page(
        state.pars
          .filter(({ dropOffDate }) => dropOffDate >= productionDate && dropOffDate <= deliveryDate)
          .map((stocking): Types.FridgeOrder => ({
            clientCode: "LARDER",
            orderOwner: "Larder",
            orderType: "INTERNAL_ORDER",
            locationId: stocking.location,
            uniqueId: `PS-${stocking.location}`,
            addressForDelivery: null,
            deliveryDate: stocking.deliveryDate,
            dropOffDate: stocking.dropOffDate,
            deliverySpecialNotes: "",
            orderUploadId: null,
            stockingIndex: stocking.stockingIndex,
          })),
      ),
    uploadParMaps: ({ input }: Types.MutationUploadParMapsArgs) =>
      input.map((group): Types.ParMapResult => {
        const { location, dropOffDate, deliveryDate, jit } = group;
        const stockingIndex = group.stockingIndex ?? 1;
        const id = stockingId(dropOffDate, location, stockingIndex);
        const amounts = group.overCapacityAmountsAndItems ?? [];
        const items = group.parsAndItems.map(({ itemName, pars }) => ({
          itemName,
          count: pars,
          overCapacityAmount: amounts.find((each) => each.itemName === itemName)?.overCapacityAmount ?? 0,
          priorityBoost: group.priorityBoostItems?.includes(itemName) ?? false,
        }));
        const isStored = state.pars.some((each) => each.stockingId === id);
        state.pars = [
          ...state.pars.filter((each) => each.stockingId !== id),
          { stockingId: id, dropOffDate, location, stockingIndex, deliveryDate, jit, items },
        ];
        return { group: id, outcome: isStored ? "REPLACED" : "CREATED", errors: [] };
      }),
  };
}

function softwareOf(state: SampleState, fridge: string): readonly Types.RunningSoftware[] {
  const installed = state.installed[fridge] ?? {};
  return artifactTypes(state).flatMap((artifactType) => {
    const version = installed[artifactType];
    return version === undefined ? [] : [{ artifactType, version }];
  });
}

const artifactTypes = (state: SampleState) => state.available.map(({ artifactType }) => artifactType);

function softwareFields({ state, user, now }: SampleContext) {
  /** Installs the version that `versionFor` returns, with an entry in the fridge's history. */
  const install = (
    { artifactType, fridges }: Types.MutationUpdateFridgeArtifactsArgs,
    event: string,
    versionFor: (fridge: string) => string | undefined,
  ): Types.FridgeArtifactsResult => {
    const updated: Types.FridgeArtifactUpdate[] = [];
    const failed: Types.FailedFridge[] = [];
    for (const fridge of fridges) {
      const version = versionFor(fridge);
      if (version === undefined) {
        failed.push({ fridge, message: "There is no previous version" });
        continue;
      }
      const from = state.installed[fridge]?.[artifactType] ?? null;
      state.installed[fridge] = { ...state.installed[fridge], [artifactType]: version };
      if (from !== version) {
        prepend(state.softwareHistory, fridge, { ...entryOf(now(), user), event, artifactType, from, to: version });
      }
      updated.push({ pk: fridge, sk: artifactType, artifactType, objectKey: `${artifactType}/${version}` });
    }
    return { updated, failed };
  };
  return {
    getFridgeArtifacts: () =>
      page(
        artifactTypes(state).map((artifactType) => {
          const installed = Object.entries(state.installed);
          const names = new Set(installed.flatMap(([, versions]) => versions[artifactType] ?? []));
          const versions = [...names]
            .toSorted()
            .toReversed()
            .map((versionName) => ({
              versionName,
              fridgesDeployedTo: installed
                .filter(([, versions]) => versions[artifactType] === versionName)
                .map(([fridge]) => fridge),
            }));
          return { artifactType, versions };
        }),
      ),
    getAvailableFridgeArtifacts: () => state.available,
    getFridgeSoftwarePilots: ({ onlyShowActive }: Types.QueryGetFridgeSoftwarePilotsArgs) =>
      page(state.pilots.filter(({ active }) => active || !onlyShowActive)),
    fridgeSoftwareHistory: ({ id }: Types.QueryFridgeSoftwareHistoryArgs) => page(state.softwareHistory[id] ?? []),
    updateFridgeArtifacts: (args: Types.MutationUpdateFridgeArtifactsArgs) =>
      install(args, "DEPLOYED", () => args.version),
    rollBackFridgeArtifacts: (args: Types.MutationRollBackFridgeArtifactsArgs) =>
      install(
        args,
        "ROLLED_BACK",
        (fridge) =>
          state.softwareHistory[fridge]?.find(
            ({ artifactType, to }) => artifactType === args.artifactType && to === args.version,
          )?.from ?? undefined,
      ),
    putFridgeSoftwarePilot: ({ version, ...pilot }: Types.MutationPutFridgeSoftwarePilotArgs) => {
      const known = state.pilots.find(({ id }) => id === pilot.id);
      if (known && known.version !== version)
        throw new ServerError("Conflict", "The pilot was changed after you opened it.", { current: known });
      const saved = { ...pilot, version: (known?.version ?? 0) + 1 };
      state.pilots = [...state.pilots.filter((each) => each !== known), saved];
      return true;
    },
  };
}

function schemaIds(state: SampleState): readonly string[] {
  return [...new Set(state.prices.map(({ schemaId }) => schemaId))].toSorted();
}

function priceFields({ state, user, now }: SampleContext) {
  return {
    itemPrices: ({ schemaIds: requested }: Types.QueryItemPricesArgs) => {
      const unknown = (requested ?? []).filter((id) => !schemaIds(state).includes(id));
      return page([
        ...state.prices.filter(({ schemaId }) => !requested || requested.includes(schemaId)),
        ...unknown.map((schemaId) => ({ schemaId, item: null, price: null, exists: false })),
      ]);
    },
    itemPriceSchemaIds: () => schemaIds(state),
    itemPriceHistory: ({ schemaId, item }: Types.QueryItemPriceHistoryArgs) =>
      page(state.priceHistory[`${schemaId} ${item}`] ?? []),
    updateItemPrices: ({ input }: Types.MutationUpdateItemPricesArgs): Types.ItemPricesResult => {
      for (const { schemaId, item, price } of input) {
        const known = state.prices.find((each) => each.schemaId === schemaId && each.item === item);
        state.prices = [...state.prices.filter((each) => each !== known), { schemaId, item, price, exists: true }];
        const key = `${schemaId} ${item}`;
        const event = known ? "UPDATED" : "CREATED";
        prepend(state.priceHistory, key, { ...entryOf(now(), user), event, from: known?.price ?? null, to: price });
      }
      const rows = input.map((): Types.RowResult => ({ outcome: "WRITTEN", errors: [] }));
      return { message: "The prices are saved.", errors: [], rowErrors: [], rows };
    },
    removeItemPriceSchema: ({ schemaId }: Types.MutationRemoveItemPriceSchemaArgs) => {
      if (state.locations.some(({ priceMapTemplate }) => priceMapTemplate === schemaId))
        throw new ServerError("Conflict", `A location uses ${schemaId}`);
      const removed = state.prices.filter((price) => price.schemaId === schemaId);
      state.prices = state.prices.filter((price) => price.schemaId !== schemaId);
      return removed.length;
    },
  };
}

function peopleFields({ state, user, now, earlier, actions, flags }: SampleContext) {
  const accountOf = (id: string) => {
    const person = state.staff.find((each) => each.user === id);
    if (!person) throw notFound("The account");
    return person;
  };
  const record = (id: string, event: string, given: readonly string[], taken: readonly string[]) =>
    prepend(state.permissionHistory, id, { ...entryOf(now(), user), event, given, taken, reason: null });
  const changeAccess = (
    id: string,
    { actions: named, flags: after }: Pick<Types.Role, "actions" | "flags">,
    event: string,
    reason: string,
  ): Types.StaffMember => {
    const person = accountOf(id);
    const before: readonly string[] = [...person.actions, ...(state.flags[person.email] ?? [])];
    const updated = { ...person, actions: ACTIONS.filter((action) => named.includes(action)) };
    state.staff = state.staff.map((each) => (each === person ? updated : each));
    state.flags = { ...state.flags, [person.email]: after };
    const held: readonly string[] = [...named, ...after];
    const given = held.filter((name) => !before.includes(name));
    const taken = before.filter((name) => !held.includes(name));
    prepend(state.permissionHistory, id, { ...entryOf(now(), user), event, given, taken, reason });
    return { user: id, email: updated.email, actions: updated.actions, flags: after };
  };
  const account = ({ user: id, email, enabled, invited }: ReturnType<typeof accountOf>) => ({
    user: id,
    email,
    enabled,
    invited,
  });
  const flagsOfStaff = (email: string): Types.StaffFlags => ({
    user: state.staff.find((each) => each.email === email)?.user ?? "",
    email,
    flags: state.flags[email] ?? [],
  });
  return {
    myPermissions: () => actions(),
    featureFlags: () => flags(),
    myPreferences: () => state.preferences,
    updateMyPreferences: ({ input }: Types.MutationUpdateMyPreferencesArgs): Types.Preferences => {
      if (input.version !== state.preferences.version)
        throw new ServerError("Conflict", "Your preferences were changed in another tab or on another computer.", {
          current: state.preferences,
        });
      const home = input.home?.map(({ kind, view }) => ({ kind, view: view ?? null })) ?? null;
      state.preferences = { ...input, home, version: input.version + 1 };
      return state.preferences;
    },
    mySignIns: () => [{ at: earlier(10 * MINUTE) }, { at: earlier(25 * 60 * MINUTE) }],
    permissionHistory: ({ user: id }: Types.QueryPermissionHistoryArgs) => page(state.permissionHistory[id] ?? []),
    staffFlags: () => page(state.staff.map(({ email }) => flagsOfStaff(email))),
    featureFlagHistory: ({ flag }: Types.QueryFeatureFlagHistoryArgs) => page(state.flagHistory[flag] ?? []),
    copyPermissions: ({ input }: Types.MutationCopyPermissionsArgs): Types.StaffMember => {
      const [source, target] = [accountOf(input.from), accountOf(input.to)];
      const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];
      const actions = union(target.actions, source.actions);
      const flags = union(state.flags[target.email] ?? [], state.flags[source.email] ?? []);
      return changeAccess(target.user, { actions, flags }, "COPIED", `Same permissions as ${source.email}`);
    },
    roles: () => state.roles,
    roleHistory: ({ id }: Types.QueryRoleHistoryArgs) => page(state.roleHistory[id] ?? []),
    applyRole: ({ input }: Types.MutationApplyRoleArgs): Types.StaffMember => {
      const role = state.roles.find(({ id }) => id === input.role);
      if (!role) throw notFound("The role");
      return changeAccess(input.user, role, "ROLE_APPLIED", `role ${role.name}`);
    },
    saveRole: ({ input: { name, actions, flags } }: Types.MutationSaveRoleArgs): Types.Role => {
      const id = name.toLowerCase().replaceAll(" ", "-");
      const known = state.roles.find((each) => each.id === id);
      const role = { id, name, actions, flags, version: (known?.version ?? 0) + 1, hasDefault: isDefaultRole(id) };
      state.roles = known ? state.roles.map((each) => (each === known ? role : each)) : [...state.roles, role];
      const event = known ? "UPDATED" : "CREATED";
      const given = [...actions, ...flags];
      prepend(state.roleHistory, id, { ...entryOf(now(), user), event, given, taken: [], reason: null });
      return role;
    },
    removeRole: ({ input: { id } }: Types.MutationRemoveRoleArgs): Types.Role | null => {
      const restored = SAMPLE_ROLES.find((role) => role.id === id) ?? null;
      state.roles = state.roles.flatMap((role) => (role.id === id ? (restored ?? []) : role));
      return restored;
    },
    administrators: () =>
      state.staff.filter(({ actions: held }) => held.includes("ManagePermissions")).map(({ email }) => email),
    lastSignIn: () => earlier(10 * MINUTE),
    createStaffAccount: ({ email }: Types.MutationCreateStaffAccountArgs): Types.StaffAccount => {
      if (state.staff.some((each) => each.email === email))
        throw new ServerError("Invalid", "", { errors: [{ field: "email", message: `${email} has an account` }] });
      const person = { user: nextId("user"), email, actions: [], enabled: true, invited: true, driver: false };
      state.staff = [...state.staff, person];
      record(person.user, "INVITED", [], []);
      return account(person);
    },
    resendInvitation: ({ user: id }: Types.MutationResendInvitationArgs) => account(accountOf(id)),
    setStaffAccountEnabled: ({ input }: Types.MutationSetStaffAccountEnabledArgs): Types.StaffAccount => {
      const person = accountOf(input.user);
      const updated = { ...person, enabled: input.enabled };
      state.staff = state.staff.map((each) => (each === person ? updated : each));
      record(person.user, input.enabled ? "ENABLED" : "DISABLED", [], []);
      return account(updated);
    },
    setFeatureFlag: ({ input: { email, flag, on } }: Types.MutationSetFeatureFlagArgs): Types.StaffFlags => {
      const others = (state.flags[email] ?? []).filter((each) => each !== flag);
      state.flags[email] = on ? [...others, flag] : others;
      prepend(state.flagHistory, flag, {
        ...entryOf(now(), user),
        event: on ? "TURNED_ON" : "TURNED_OFF",
        given: on ? [email] : [],
        taken: on ? [] : [email],
        reason: null,
      });
      return flagsOfStaff(email);
    },
    usage: ({ to }: Types.QueryUsageArgs): Types.Usage => {
      const visited = Object.values(state.pageViews);
      const views = visited.length;
      return {
        days: [{ date: to, calls: 120, failures: 1, views, people: 1 }],
        routes: [
          {
            route: "GET /uploads",
            calls: 120,
            refused: 2,
            rejected: 3,
            failures: 1,
            meanMilliseconds: 42.5,
            mostMilliseconds: 180,
          },
        ],
        screens: [...new Set(visited)].map((screen) => ({
          screen,
          views: visited.filter((each) => each === screen).length,
        })),
        people: [{ date: to, user, calls: 120, refused: 2, failures: 1, views }],
      };
    },
    routeCalls: () => page([{ id: "call-1", at: earlier(MINUTE), user, outcome: "Ok", milliseconds: 41.5 }]),
    reportBrowserProblems: ({ problems }: Types.MutationReportBrowserProblemsArgs) => problems.length,
    recordPageViews: ({ views }: Types.MutationRecordPageViewsArgs) => {
      const added = views.filter(({ id }) => !(id in state.pageViews));
      for (const { id, screen } of added) state.pageViews[id] = screen;
      return added.length;
    },
  };
}

function planogramAt(state: SampleState, layoutName: string, time: string): Types.Planogram | null {
  const entries = state.planograms[layoutName];
  if (!entries) return null;
  const at = new Date(time).toISOString();
  const isDue = ({ activeHour }: Types.PlanogramEntry) => Date.parse(activeHour) <= Date.parse(at);
  const byTime = entries.toSorted((a, b) => Date.parse(a.activeHour) - Date.parse(b.activeHour));
  const effective = new Map(byTime.filter(isDue).map((entry) => [entry.slot, entry]));
  return {
    layoutName,
    at,
    effective: [...effective.values()],
    scheduled: byTime.filter((entry) => !isDue(entry)),
    nextToken: null,
  };
}
