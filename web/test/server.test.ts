import { describe, expect, test } from "vitest";
import { graphql } from "../src/api/graphql";
import { rest } from "../src/api/rest";
import { getPlanogramNamesDocument } from "../src/locations/operations.generated";
import { startServer } from "./server";

const getNames = () => graphql(getPlanogramNamesDocument, {});

describe("a test fails although the app handles the failure", () => {
  test.fails("if a call has no handler", async () => {
    startServer();
    await getNames().catch(() => undefined);
  });

  test.fails("if a handler's result does not fit the schema", async () => {
    startServer({ handlers: { getPlanogramNames: () => [null] } });
    await getNames().catch(() => undefined);
  });

  test.fails("if the API has no such route", async () => {
    startServer({ handlers: { "GET /locations/1/color": () => ({}) } });
    await fetch("/rest/locations/1/color").catch(() => undefined);
  });
});

test("a profile without the required action gets the server's Forbidden error", async () => {
  startServer({ profile: "no-permissions", handlers: { getPlanogramNames: () => [] } });
  await expect(getNames()).rejects.toMatchObject({ kind: "forbidden", message: "Error! User Action Prohibited!" });
});

test("the actions of a test replace those of the profile", async () => {
  const handlers = { getPlanogramNames: () => ["Office 40"] };
  startServer({ profile: "no-permissions", actions: ["GetUniqueLayoutNames"], handlers });
  expect(await getNames()).toEqual({ getPlanogramNames: ["Office 40"] });
  startServer({ profile: "admin", actions: ["GetAllLocation"], handlers });
  await expect(getNames()).rejects.toMatchObject({ kind: "forbidden" });
});

test("the sample server handles operations without a handler", async () => {
  startServer({ sample: true });
  expect(await getNames()).toEqual({ getPlanogramNames: ["Office 40", "Retail 52"] });
  expect(await rest("GET /pars/zones", {})).toMatchObject({ version: 1 });
  startServer({ sample: true, handlers: { getPlanogramNames: () => ["Other"] } });
  expect(await getNames()).toEqual({ getPlanogramNames: ["Other"] });
});
