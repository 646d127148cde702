import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ACTIONS, type Action } from "../../api/actions";
import { OPERATIONS } from "../operationPermissions.generated";
import { FLAGS } from "./flags";
import { GROUPS, STANDARD_GROUPS } from "./groups";
import { parseEmail, filterPeople } from "./people";
import { findOperationsRequiring, listAccess, explainAccess } from "./access";

const cases = <T>(file: string) => JSON.parse(readFileSync(`../functions/users/cases/${file}.json`, "utf8")) as T;

test.each(cases<{ text: string; email: string | null }[]>("email"))("parses $text as $email", ({ text, email }) => {
  expect(parseEmail(text)).toBe(email);
});

test("the flags equal those of the server", () => {
  expect(FLAGS.map(([flag]) => flag)).toEqual(cases("flags"));
});

describe("the reference table of function groups (USR-2)", () => {
  test("equals the requirements", () => {
    expect(STANDARD_GROUPS.map(({ name, actions }) => `${name}: ${actions.join(", ")}`)).toEqual([
      "Driver: FridgeTasks, GetAllLocation, GetEmptyChannel, GetFridgeStock, GetInventoryForLocation, GetCheckPointStatus, GetUniqueRoutes, RecordTemperature, UpdateFridgeStock, VanTasks",
      "View Fridges: GetAllLocation, GetScheduledEvents, GetSpecificLocation",
      "Edit Fridges: GetUniqueLayoutNames, GetUniquePMTNames, GetUniqueRoutes",
      "Scheduling Fridge Changes: DeleteScheduledEvents, AddScheduledEvent",
    ]);
  });

  test("contains every action", () => {
    const named = new Set(GROUPS.flatMap(({ actions }) => actions));
    expect(ACTIONS.filter((action) => !named.has(action))).toEqual([]);
  });
});

describe("the access of a user", () => {
  test("an operation requires one of its actions, or none", () => {
    const access = listAccess(["UploadPars"]);
    const of = (name: string) => access.find((operation) => operation.name === name);
    expect(of("POST /uploads")).toMatchObject({ can: true, by: ["UploadPars"] });
    expect(of("myPermissions")).toMatchObject({ can: true, by: [] });
    const denied = of("PATCH /locations/{id}");
    expect(denied).toMatchObject({ can: false, by: ["UpdateLocation"] });
    expect(denied && explainAccess(denied)).toBe("Needs UpdateLocation");
  });

  test("an operation can require all of its actions", () => {
    const of = (actions: string[]) => listAccess(actions).find(({ name }) => name === "createScheduleChanges");
    expect(of(["AddScheduledEvent", "UpdateLocation"])).toMatchObject({ can: true });
    const denied = of(["AddScheduledEvent"]);
    expect(denied).toMatchObject({ can: false });
    expect(denied && explainAccess(denied)).toBe("Needs AddScheduledEvent and UpdateLocation");
  });

  test("a disabled user has no access", () => {
    expect(listAccess(ACTIONS, false).filter(({ can }) => can)).toEqual([]);
  });

  test("a user with all actions has access to every operation", () => {
    expect(listAccess(ACTIONS).every(({ can }) => can)).toBe(true);
  });

  test("every required action can be granted", () => {
    expect(OPERATIONS.flatMap(({ needs }) => needs).filter((action) => !ACTIONS.includes(action))).toEqual([]);
    expect(findOperationsRequiring("CreateLocation")).toEqual(["POST /locations"]);
  });
});

test("filters people by email or action, people with actions first", () => {
  const person = (email: string, ...actions: Action[]) => ({
    user: email,
    email,
    actions,
    enabled: true,
    invited: false,
    driver: false,
  });
  const people = [person("a.driver@x.y"), person("ann@x.y", "VanTasks"), person("bob@x.y", "VanTasks", "FridgeTasks")];
  expect(filterPeople(people, " ANN ", "")).toHaveLength(1);
  expect(filterPeople(people, "fridget", "")).toHaveLength(1);
  expect(filterPeople(people, "", "VanTasks")).toHaveLength(2);
  expect(filterPeople(people, "", "").map(({ email }) => email)).toEqual(["ann@x.y", "bob@x.y", "a.driver@x.y"]);
});
