import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { describe, expect, test } from "vitest";
import { isInternal, NAVIGATION } from "../app/navigation/entries";
import { routes } from "../app/routes";
import { ORANGE_MAX_TEMPERATURE } from "../lib/formats";
import { paths } from "../lib/paths";
import { OPERATIONS } from "../users/operationPermissions.generated";
import { accessOf } from "./access";
import { GLOSSARY, GLOSSARY_GROUPS } from "./glossary";
import { ALERTS, HEALTH_PROBLEMS } from "./healthStates";
import { HELP_SCREENS, helpFor } from "./help";
import { PICTURE_NAMES, PICTURE_SIZE, pictureOf } from "./pictures";
import { searchHelp } from "./search";

/** The patterns of the routes with a screen: lazy screens and the home page. Redirects and notices have no help. */
function screenPatterns(table: readonly RouteObject[]): readonly string[] {
  return table.flatMap(({ path = "", index, lazy, children }) => {
    if (children) return screenPatterns(children);
    return lazy || index || `/${path}` === paths.home ? [`/${path}`] : [];
  });
}

const screenAt = (pathname: string) => {
  const screen = helpFor(pathname);
  if (!screen) throw new Error(`No help for ${pathname}`);
  return screen;
};
const all = () => true;
const requirements = (pathname: string) => accessOf(screenAt(pathname), all).map(({ requirement }) => requirement);

describe("the help", () => {
  test("has one entry for each screen of the route table, and no other entries", () => {
    const patterns = HELP_SCREENS.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
    expect([...patterns].sort()).toEqual([...screenPatterns(routes(new QueryClient()))].sort());
  });

  test.each([
    ["/", "Home"],
    ["/locations/detail/CHI0001", "Settings of a location"],
    ["/locations/overview/CHI0001", "Overview of a location"],
    ["/Locations/Schedule", "Failed Changes"],
    ["/locations/schedule/CHI0001", "Scheduled Changes of a location"],
    ["/checkpoints", "Stocking Real-Time Dashboard"],
  ])("for %s is that of %s", (pathname, title) => expect(helpFor(pathname)?.title).toBe(title));

  test("has a purpose and a source of the data for each screen", () => {
    const incomplete = HELP_SCREENS.filter(({ purpose, data }) => [purpose, data.source, data.age].includes(""));
    expect(incomplete.map(({ title }) => title)).toEqual([]);
  });

  test("is missing for a notice", () => expect(helpFor("/delivery")).toBeUndefined());

  test.each(HELP_SCREENS.map((screen) => [screen.title, screen] as const))(
    "for %s names operations that exist",
    (_, { operations }) => {
      const names = OPERATIONS.map(({ name }) => name);
      expect(operations.filter((name) => !names.includes(name))).toEqual([]);
    },
  );

  test.each(NAVIGATION.flatMap(({ entries }) => entries.filter(isInternal)).map((entry) => [entry.to, entry] as const))(
    "for %s has the permissions and the feature flag of the navigation entry",
    (to, { requiredAction, flag }) => {
      const screen = screenAt(to);
      const used = OPERATIONS.filter(({ name }) => screen.operations.includes(name)).flatMap(({ needs }) => needs);
      expect([requiredAction ?? []].flat().filter((action) => !used.includes(action))).toEqual([]);
      expect(screen.flag).toBe(flag);
    },
  );
});

describe("the pictures", () => {
  const shown = HELP_SCREENS.flatMap(({ pictures = [] }) => pictures.map(({ name }) => name));

  test("of docs/screens each belong to one screen of the help, and the help names no other picture", () =>
    expect([...shown].sort()).toEqual([...PICTURE_NAMES].sort()));

  test.each(PICTURE_NAMES)("%s has a picture in light and in dark mode", (name) => {
    const picture = pictureOf(name);
    expect(picture?.light).toContain(`${name}-light`);
    expect(picture?.dark).toContain(`${name}-dark`);
  });

  test("have the size that the help reserves for them", () => {
    const folder = path.resolve(import.meta.dirname, "../../../docs/screens");
    const files = readdirSync(folder).filter((file) => /-(light|dark)\.png$/.test(file));
    expect(files).toHaveLength(2 * PICTURE_NAMES.length);
    const sizeOf = (file: string) => {
      const header = readFileSync(path.join(folder, file)).subarray(0, 24);
      return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
    };
    for (const file of files) expect(sizeOf(file)).toEqual(PICTURE_SIZE);
  });

  test.each([
    paths.home,
    paths.locations,
    paths.locationOverview("IL_0001"),
    paths.health,
    paths.alerts,
    paths.checkpoints,
    paths.dropOffSummary,
    paths.fridgeSoftware,
    paths.parsUpload,
    paths.stockOuts,
    paths.permissions,
  ])("include one of %s", (pathname) => expect(screenAt(pathname).pictures).not.toBeUndefined());

  test("include one of the search, which has no screen, at the home page", () =>
    expect(screenAt(paths.home).pictures?.map(({ name }) => name)).toEqual(["home", "search"]));
});

describe("the permissions of a screen", () => {
  test("are those of its operations", () => {
    expect(requirements(paths.locations)).toEqual(["SendFridgeCommand", "GetAllLocation"]);
    expect(requirements(paths.itemPrices)).toEqual(["GetUniquePMTNames or UpdateItemPrices", "UpdateItemPrices"]);
    expect(requirements(paths.bulkSchedule)).toContain("AddScheduledEvent and UpdateLocation");
    expect(requirements(paths.stockOuts)).toEqual(["Sign-in only"]);
    expect(requirements(paths.help)).toEqual([]);
  });

  test("are granted if the user has all of several required actions", () => {
    const granted = (...actions: readonly string[]) =>
      accessOf(screenAt(paths.bulkSchedule), (action) => actions.includes(action)).find(({ requirement }) =>
        requirement.includes(" and "),
      )?.isGranted;
    expect(granted("AddScheduledEvent")).toBe(false);
    expect(granted("AddScheduledEvent", "UpdateLocation")).toBe(true);
  });
});

describe("the glossary", () => {
  const definitions = GLOSSARY_GROUPS.flatMap((group) => GLOSSARY[group].definitions);

  test("contains all groups", () => expect([...GLOSSARY_GROUPS].sort()).toEqual(Object.keys(GLOSSARY).sort()));

  test("defines each word once within a group", () => {
    for (const group of GLOSSARY_GROUPS) {
      const labels = GLOSSARY[group].definitions.map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  test("has a meaning and a rule for each state", () => {
    expect(definitions.filter(({ label, meaning, rule }) => !label || !meaning || !rule)).toEqual([]);
  });

  test("distinguishes a temperature above the limit from the alert", () => {
    expect(HEALTH_PROBLEMS.tooWarm.rule).toContain(`above ${ORANGE_MAX_TEMPERATURE} °F`);
    expect(ALERTS.TOO_WARM.rule).toContain("for more than 30 minutes");
    expect(ALERTS.TOO_WARM.label).not.toContain(HEALTH_PROBLEMS.tooWarm.label);
  });
});

describe("the search", () => {
  test("finds a screen by the beginning of a word of its title first", () => {
    expect(searchHelp("planog").screens[0]?.title).toBe("Planogram");
  });

  test("finds a screen by the text of a problem", () => {
    expect(searchHelp("holdover alert").screens.map(({ title }) => title)).toEqual(["Forecast Upload"]);
  });

  test("finds a state by its label", () => {
    expect(searchHelp("superseded").definitions[0]?.label).toBe("Superseded");
  });

  test("finds nothing for an unknown word", () => {
    expect(searchHelp("xylophone")).toEqual({ screens: [], definitions: [] });
  });
});
