import { describe, expect, test } from "vitest";
import { executeRequest, isAwsDate, isAwsDateTime } from "./graphqlContract";

const SIGN_INS = "query mySignIns { mySignIns { at } }";
const ALERTS = `query fridgeAlerts($filter: FridgeAlertFilter!) {
  fridgeAlerts(filter: $filter) { items { id kind since detail } nextToken }
}`;
const ALERT = { id: "1", kind: "SILENT", since: "2026-11-20T12:00:00Z", detail: null };

const signIns = (result: unknown) =>
  executeRequest({ operationName: "mySignIns", query: SIGN_INS, variables: {} }, () => result);
const alerts = (variables: Record<string, unknown>, result: unknown = { items: [], nextToken: null }) =>
  executeRequest({ operationName: "fridgeAlerts", query: ALERTS, variables }, () => result);

describe("a request", () => {
  test.each([
    ["an unknown field", "query mySignIns { mySignIns { device } }", /Cannot query field "device"/],
    ["a missing selection", "query mySignIns { mySignIns }", /must have a selection of subfields/],
    ["a syntax error", "query mySignIns {", /Syntax Error/],
  ])("with %s is rejected", async (_case, query, message) => {
    const request = { operationName: "mySignIns", query, variables: {} };
    await expect(executeRequest(request, () => [])).rejects.toThrow(message);
  });

  test.each([
    ["a missing variable", {}, /Variable "\$filter" of required type "FridgeAlertFilter!" was not provided/],
    ["an unknown enum value", { filter: { state: "LOST" } }, /Value "LOST" does not exist in "FridgeAlertState" enum/],
    ["an unknown input field", { filter: { state: "OPEN", kind: "SILENT" } }, /Field "kind" is not defined/],
  ])("with %s is rejected", async (_case, variables, message) => {
    await expect(alerts(variables)).rejects.toThrow(message);
  });

  test("with an invalid date in a variable is rejected", async () => {
    const query = "query usage($from: AWSDate!, $to: AWSDate!) { usage(from: $from, to: $to) { days { date } } }";
    const request = { operationName: "usage", query, variables: { from: "2026-02-30", to: "2026-03-01" } };
    await expect(executeRequest(request, () => ({ days: [] }))).rejects.toThrow(/2026-02-30/);
  });
});

describe("a result", () => {
  const open = { filter: { state: "OPEN" } };

  test("that fits the schema is returned without unselected fields, and with null for absent ones", async () => {
    const result = { items: [{ ...ALERT, detail: undefined, state: "OPEN" }], nextToken: "2" };
    expect(await alerts(open, result)).toEqual({
      data: { fridgeAlerts: { items: [ALERT], nextToken: "2" } },
      failures: [],
    });
  });

  test.each([
    ["without a required field", { items: [{ ...ALERT, kind: undefined }] }, /non-nullable field FridgeAlert\.kind/],
    ["with an unknown field", { items: [{ ...ALERT, color: "red" }] }, /FridgeAlert has no field color/],
    [
      "with an unknown enum value",
      { items: [{ ...ALERT, kind: "COLD" }] },
      /items\[0\]\.kind must be a FridgeAlertKind/,
    ],
    ["with a number for a text", { items: [{ ...ALERT, detail: 5 }] }, /items\[0\]\.detail must be a String/],
    ["with an invalid time", { items: [{ ...ALERT, since: "2026-11-20" }] }, /items\[0\]\.since must be a AWSDateTime/],
    ["with an object for a list", { items: ALERT }, /items must be an array/],
    ["that is null although the field is required", null, /non-nullable field Query\.fridgeAlerts/],
  ])("%s is rejected", async (_case, result, message) => {
    await expect(alerts(open, result)).rejects.toThrow(message);
  });

  test("with an invalid value in an unselected field is rejected", async () => {
    await expect(alerts(open, { items: [{ ...ALERT, state: "LOST" }] })).rejects.toThrow(/state must be/);
  });

  test("of a resolver that fails is null, with the error and its path", async () => {
    const cause = new Error("no connection");
    const query = "query location($id: ID!) { location(id: $id) { id } }";
    const request = { operationName: "location", query, variables: { id: "A" } };
    const execution = await executeRequest(request, () => Promise.reject(cause));
    expect(execution).toEqual({ data: { location: null }, failures: [{ path: ["location"], cause }] });
  });
});

test.each([
  ["2026-11-20T12:00:00Z", true],
  ["2026-11-20T12:00Z", true],
  ["2026-11-20T12:00:00.123-06:00", true],
  ["2026-11-20T12:00:00", false],
  ["2026-02-30T12:00:00Z", false],
  ["2026-11-20T25:00:00Z", false],
  ["2026-11-20", false],
  [1795154400, false],
])("AppSync's AWSDateTime accepts %s: %s", async (value, isValid) => {
  expect(isAwsDateTime(value)).toBe(isValid);
  const result = signIns([{ at: value }]);
  await (isValid ? expect(result).resolves.toBeDefined() : expect(result).rejects.toThrow("AWSDateTime"));
});

test.each([
  ["2026-11-20", true],
  ["2026-11-20Z", true],
  ["2026-02-30", false],
  ["11/20/2026", false],
  ["2026-11-20T12:00:00Z", false],
])("AppSync's AWSDate accepts %s: %s", (value, isValid) => {
  expect(isAwsDate(value)).toBe(isValid);
});
