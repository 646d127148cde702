import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ACTIONS } from "../../session/actions";
import { OPERATIONS } from "../operationNeeds.generated";
import { FLAGS } from "./flags";
import { GROUPS, SPEC_GROUPS } from "./groups";
import { emailOf, peopleWith } from "./people";
import { openedBy, reachOf, whyOf } from "./reach";

const cases = <T>(file: string) => JSON.parse(readFileSync(`../functions/users/cases/${file}.json`, "utf8")) as T;

test.each(cases<{ text: string; email: string | null }[]>("email"))(
  "$text is the address $email",
  ({ text, email }) => {
    expect(emailOf(text)).toBe(email);
  },
);

test("the flags are those of the server", () => {
  expect(FLAGS.map(([flag]) => flag)).toEqual(cases("flags"));
});

describe("the reference table of function groups (section 6)", () => {
  test("stands as in the spec", () => {
    expect(SPEC_GROUPS.map(({ name, actions }) => `${name}: ${actions.join(", ")}`)).toEqual([
      "Driver: FridgeTasks, GetAllLocation, GetEmptyChannel, GetFridgeStock, GetInventoryForLocation, GetCheckPointStatus, GetUniqueRoutes, RecordTemperature, UpdateFridgeStock, VanTasks",
      "View Fridges: GetAllLocation, GetScheduledEvents, GetSpecificLocation",
      "Edit Fridges: GetUniqueLayoutNames, GetUniquePMTNames, GetUniqueRoutes",
      "Scheduling Fridge Changes: DeleteScheduledEvents, AddScheduledEvent",
    ]);
  });

  test("with Larder's own groups names every action", () => {
    const named = new Set(GROUPS.flatMap(({ actions }) => actions));
    expect(ACTIONS.filter((action) => !named.has(action))).toEqual([]);
  });
});

describe("what somebody can do, and why", () => {
  test("an operation needs one of its actions, or none", () => {
    const reach = reachOf(["UploadPars"]);
    const of = (name: string) => reach.find((each) => each.name === name);
    expect(of("POST /uploads")).toMatchObject({ can: true, by: ["UploadPars"] });
    expect(of("myPermissions")).toMatchObject({ can: true, by: [] });
    const refused = of("PATCH /locations/{id}");
    expect(refused).toMatchObject({ can: false, by: ["UpdateLocation"] });
    expect(refused && whyOf(refused)).toBe("Needs UpdateLocation");
  });

  test("an operation that needs several actions needs all of them", () => {
    const of = (actions: string[]) => reachOf(actions).find(({ name }) => name === "createScheduleChanges");
    expect(of(["AddScheduledEvent", "UpdateLocation"])).toMatchObject({ can: true });
    const refused = of(["AddScheduledEvent"]);
    expect(refused).toMatchObject({ can: false });
    expect(refused && whyOf(refused)).toBe("Needs AddScheduledEvent and UpdateLocation");
  });

  test("who is disabled can do nothing", () => {
    expect(reachOf(ACTIONS, false).filter(({ can }) => can)).toEqual([]);
  });

  test("who was granted everything can do everything", () => {
    expect(reachOf(ACTIONS).every(({ can }) => can)).toBe(true);
  });

  test("every action that an operation needs is one that can be granted", () => {
    expect(OPERATIONS.flatMap(({ needs }) => needs).filter((action) => !ACTIONS.includes(action))).toEqual([]);
    expect(openedBy("CreateLocation")).toEqual(["POST /locations"]);
  });
});

test("people are found by e-mail or action", () => {
  const person = (email: string, ...actions: string[]) => ({
    user: email,
    email,
    actions,
    enabled: true,
    invited: false,
  });
  const people = [person("a.driver@x.y"), person("ann@x.y", "VanTasks"), person("bob@x.y", "VanTasks", "FridgeTasks")];
  expect(peopleWith(people, " ANN ", "")).toHaveLength(1);
  expect(peopleWith(people, "fridget", "")).toHaveLength(1);
  expect(peopleWith(people, "", "VanTasks")).toHaveLength(2);
  // Who holds something comes first.
  expect(peopleWith(people, "", "").map(({ email }) => email)).toEqual(["ann@x.y", "bob@x.y", "a.driver@x.y"]);
});
