import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderApp } from "../../test/renderApp";
import { Refusal, type Answer } from "../../test/server";
import { forgetAll } from "../api/localCache";
import { fridge } from "../locations/list/fridges";
import { pilotOf } from "./inventory/pilot.fixture";

const ADDRESS = "/locations/fridge_software";
const FLEET = [
  fridge({ id: "F1", prettyName: "Willis Tower" }),
  fridge({ id: "F2" }),
  fridge({ id: "F3" }),
  fridge({ id: "F4", status: "OFFLINE" }),
  fridge({ id: "W1", type: "WHOLESALE" }),
];
const ARTIFACTS = [
  {
    artifactType: "FRIDGE_AGENT",
    versions: [
      { versionName: "1.10", fridgesDeployedTo: ["F2"] },
      { versionName: "1.9", fridgesDeployedTo: ["F1"] },
    ],
  },
];
const PILOTS = [
  pilotOf({ id: "canary", displayName: "Canary", fridgeIds: ["F1", "F2"], description: "First in few" }),
  pilotOf({ id: "other", displayName: "Another", fridgeIds: ["F2"] }),
];
const RAW = ["1.12/", "1.11/", "1.10/", "1.9/", "1.8/", "1.7/", "latest/"];

interface Update {
  readonly fridges: readonly string[];
}

const updated = ({ fridges }: Update) => ({ updated: fridges.map((pk) => ({ pk })), failed: [] });

function open(others: Readonly<Record<string, Answer>> = {}, profile: "admin" | "read-only" = "admin", query = "") {
  return renderApp(`${ADDRESS}${query}`, {
    profile,
    answers: {
      locations: ({ filter }: { readonly filter: { readonly status: string } }) => ({
        items: FLEET.filter(({ status }) => status === filter.status),
        nextToken: null,
      }),
      opsLocations: () => ({ locations: FLEET.map(({ id, type }) => ({ id, type })), nextToken: null }),
      getFridgeArtifacts: () => ({ items: ARTIFACTS, nextToken: null }),
      getAvailableFridgeArtifacts: () => [{ artifactType: "FRIDGE_AGENT", availableVersions: RAW }],
      getFridgeSoftwarePilots: () => ({ items: PILOTS, nextToken: null }),
      updateFridgeArtifacts: updated,
      rollBackFridgeArtifacts: updated,
      putFridgeSoftwarePilot: () => true,
      ...others,
    },
  });
}

const names = () => screen.queryAllByRole("rowheader").map((cell) => within(cell).getByRole("link").textContent);
const loaded = (text = "3 fridges") => screen.findByText(text, { selector: "[role=status]" });
const button = (name: string) => screen.getByRole("button", { name });

beforeEach(forgetAll);

describe("spec 2.1, the inventory", () => {
  it("lists LIVE fridges by default, with pilots and a version of each software, and counts them", async () => {
    open();
    await loaded();
    expect(names()).toEqual(["F1", "F2", "F3"]);
    const headers = screen.getAllByRole("columnheader").map((header) => header.textContent);
    expect(headers).toEqual([
      "Pilots",
      "Fridge Name",
      ...["UI", "Java Server", "Agent", "Inventory", "Parser", "Consumer", "Heartbeat", "Java Config"],
    ]);
    const row = screen.getByRole("link", { name: "F1" }).closest<HTMLElement>("[role=row]");
    const cells = within(row as HTMLElement).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toContain("1.9");
    expect(button("FILTER • (LIVE) SELECTED")).toBeVisible();
    expect(screen.getByPlaceholderText("Search For A Fridge")).toBeVisible();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("tells a pilot's display name, dates, stage, number of fridges and description", async () => {
    const { user } = open();
    await loaded();
    const [icon] = await screen.findAllByRole("button", { name: "Pilot Canary" });
    await user.hover(icon as HTMLElement);
    const told = screen.getByRole("tooltip").textContent;
    for (const fact of ["Canary", "2026-11-21 to 2026-12-05", "Stage1", "Number of fridges2", "First in few"]) {
      expect(told).toContain(fact);
    }
  });

  it("warns of fridges that have more than one pilot", async () => {
    const { user } = open();
    await loaded();
    await user.hover(await screen.findByRole("button", { name: "1 fridge has more than one pilot" }));
    expect(screen.getByRole("tooltip")).toHaveTextContent("F2");
  });

  it("filters by what the dialog 'Filter by' chose, and clears it", async () => {
    const { user, router } = open();
    await loaded();
    await user.click(button("FILTER • (LIVE) SELECTED"));
    const dialog = within(screen.getByRole("dialog", { name: "Filter by" }));
    await user.click(dialog.getByRole("checkbox", { name: "OFFLINE" }));
    await user.selectOptions(dialog.getByLabelText("Software"), "Agent");
    await user.click(dialog.getByRole("checkbox", { name: /^No Version/ }));
    await user.click(dialog.getByRole("button", { name: "Apply" }));
    await loaded("2 fridges");
    expect(names()).toEqual(["F3", "F4"]);
    expect(button("FILTER • (LIVE, OFFLINE | Agent = No Version) SELECTED")).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toContain("version=No+Version"));
    await user.click(button("Clear filter"));
    await loaded("4 fridges");
    expect(button("FILTER")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Clear filter" })).toBeNull();
  });

  it("loads OFFLINE fridges only when they are asked for", async () => {
    const { server } = open();
    await loaded();
    const asked = server.calls.filter(({ name }) => name === "locations").map(({ input }) => JSON.stringify(input));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("LIVE");
  });

  it("sorts by a header that is pressed", async () => {
    const { user } = open();
    await loaded();
    await user.click(button("Agent"));
    expect(names()).toEqual(["F1", "F2", "F3"]);
    await user.click(button("Agent"));
    expect(names()).toEqual(["F2", "F1", "F3"]);
  });
});

describe("spec 8, failures of the inventory", () => {
  const failing = () => {
    throw new Refusal("Internal", "");
  };
  it.each([
    ["getFridgeArtifacts", "There was an error querying data, please refresh page and try again."],
    ["getFridgeSoftwarePilots", "There was an error querying data, please refresh page and try again."],
    ["locations", "Unable to load locations, Please check your internet and your permissions"],
  ])("%s", async (field, message) => {
    open({ [field]: failing });
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("available versions", async () => {
    const { user } = open({ getAvailableFridgeArtifacts: failing });
    await loaded();
    await user.click(button("Create Deployment"));
    const message = "There was an error querying available versions, please refresh page and try again.";
    expect(await screen.findByText(message)).toBeVisible();
  });
});

describe("spec 2.1 and 4.1, Create Deployment", () => {
  it("cannot be opened without the permission", async () => {
    open({}, "read-only");
    await loaded();
    await waitFor(() =>
      expect(button("Create Deployment")).toHaveAttribute(
        "title",
        "Your permissions do not include DeployFridgeSoftware",
      ),
    );
  });

  it("deploys to ticked and typed fridges, saves the pilot, and resets the filter to LIVE", async () => {
    const { user, server } = open({}, "admin", "?status=LIVE,OFFLINE");
    await loaded("4 fridges");
    await user.click(button("Create Deployment"));
    await user.click(await screen.findByRole("checkbox", { name: "Select F1" }));
    await user.type(screen.getByPlaceholderText("Enter each Fridge ID on a new line"), "F4");
    await user.selectOptions(screen.getByLabelText("Software"), "Agent");
    const version = screen.getByLabelText("Version");
    await waitFor(() => expect(within(version).getAllByRole("option")).toHaveLength(6));
    expect(
      within(version)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["Choose a version", ...["1.12", "1.11", "1.10", "1.9", "1.8"]]);
    await user.selectOptions(version, "1.12");
    await user.click(screen.getByLabelText("Pilot?"));
    for (const [label, text] of [
      ["Pilot ID", "next"],
      ["Display Name", "Next"],
      ["Pilot Stage", "1"],
      ["End Date", "2099-01-01"],
      ["Description", "Two fridges"],
    ] as const) {
      await user.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
    }
    await user.click(button("DEPLOY"));
    const question = within(screen.getByRole("dialog", { name: "Create Deployment" }));
    expect(server.calls.some(({ name }) => name === "updateFridgeArtifacts")).toBe(false);
    await user.click(question.getByRole("button", { name: "DEPLOY" }));
    expect(await screen.findByText(/The FridgeSoftwareVersion table was successfully updated\./)).toBeVisible();
    expect(screen.getByText(/The FridgeSoftwarePilots table was successfully updated\./)).toBeVisible();

    const call = (name: string) => server.calls.find((made) => made.name === name)?.input;
    const fridges = ["F1", "F4"];
    expect(call("updateFridgeArtifacts")).toEqual({ artifactType: "FRIDGE_AGENT", version: "1.12", fridges });
    expect(call("putFridgeSoftwarePilot")).toMatchObject({ id: "next", stage: 1, active: true, fridgeIds: fridges });
    await user.click(button("Close"));
    await loaded();
    expect(button("FILTER • (LIVE) SELECTED")).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Create Deployment" })).toBeNull();
  });

  it("lists typed IDs that are not in the Locations table, and stays disabled", async () => {
    const { user, server } = open();
    await loaded();
    await user.click(button("Create Deployment"));
    await user.click(screen.getByPlaceholderText("Enter each Fridge ID on a new line"));
    await user.paste("F1");
    // It is in the table: nobody is asked.
    expect(server.calls.some(({ name }) => name === "opsLocations")).toBe(false);
    await user.type(screen.getByPlaceholderText("Enter each Fridge ID on a new line"), "\nNOBODY");
    const hazard = await screen.findByText(/The following fridges IDs do not exist in the Locations table:/);
    expect(hazard.closest("[role=alert]")).toHaveTextContent("NOBODY");
    expect(button("DEPLOY")).toHaveAttribute("title", "Some of the typed fridge IDs do not exist");
    expect(screen.getByText("2 typed, 0 ticked, 2 in all")).toBeVisible();
  });

  it("names the fridges that failed, and saves no pilot", async () => {
    const { user, server } = open({
      updateFridgeArtifacts: () => ({
        updated: [{ pk: "F1" }],
        failed: [{ fridge: "F2", message: "It is not a fridge" }],
      }),
    });
    await loaded();
    await user.click(button("Create Deployment"));
    await user.click(await screen.findByRole("checkbox", { name: "Select all 3 listed fridges" }));
    await user.click(screen.getByRole("checkbox", { name: "Select F3" }));
    await user.selectOptions(screen.getByLabelText("Software"), "Agent");
    await screen.findByRole("option", { name: "1.12" });
    await user.selectOptions(screen.getByLabelText("Version"), "1.12");
    await user.click(button("DEPLOY"));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "DEPLOY" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Deployment" }));
    expect(dialog.getByText(/The FridgeSoftwareVersion table failed to update\./)).toBeVisible();
    expect(dialog.getByText("The following fridges failed to update:")).toBeVisible();
    expect(dialog.getByText("F2")).toBeVisible();
    expect(dialog.getByText("It is not a fridge")).toBeVisible();
    expect(dialog.getByText("N/A")).toBeVisible();
    expect(server.calls.some(({ name }) => name === "putFridgeSoftwarePilot")).toBe(false);
  });
});

describe("beyond the spec", () => {
  it("rolls a version back on the fridges that have it", async () => {
    const { user, server } = open();
    await loaded();
    await user.click(button("Version spread"));
    await user.click(screen.getByText("Agent", { selector: ".spread-label" }));
    await user.click(button("Roll back Agent 1.10"));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Roll back" }));
    await screen.findByText(/The FridgeSoftwareVersion table was successfully updated\./);
    const call = server.calls.find(({ name }) => name === "rollBackFridgeArtifacts");
    expect(call?.input).toEqual({ artifactType: "FRIDGE_AGENT", version: "1.10", fridges: ["F2"] });
  });

  it("shows what was deployed to a fridge, and what it runs instead", async () => {
    const change = { id: "1", at: "2026-11-21T10:00:00.000Z", user: "ann@larder.example", event: "DEPLOYED" };
    const { user } = open({
      fridgeSoftwareHistory: () => ({
        items: [{ ...change, artifactType: "FRIDGE_AGENT", from: "1.8", to: "1.9" }],
        nextToken: null,
      }),
      fridgeHealth: () => ({
        fridgeData: [
          { timestamp: "2026-11-21T10:00:00.000Z", software: [{ artifactType: "FRIDGE_AGENT", version: "1.8" }] },
        ],
      }),
    });
    await loaded();
    await user.click(button("History of F1"));
    const dialog = within(screen.getByRole("dialog", { name: "Software of F1" }));
    expect(await dialog.findByText("1.8 → 1.9")).toBeVisible();
    expect(dialog.getByText(/deployed by ann@larder\.example/)).toBeVisible();
    const agent = await dialog.findByRole("row", { name: /^Agent/ });
    expect(
      within(agent)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["1.9", "1.8, not as deployed"]);
  });
});
