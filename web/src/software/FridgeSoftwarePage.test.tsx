import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler } from "../../test/server";
import { clearCache } from "../lib/storage";
import { fridge } from "../locations/list/fridges";
import { makePilot } from "./inventory/pilot.fixture";
import { sampleDeployment } from "./stages/deployment.fixture";

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
  makePilot({ id: "canary", displayName: "Canary", fridgeIds: ["F1", "F2"], description: "First in few" }),
  makePilot({ id: "other", displayName: "Another", fridgeIds: ["F2"] }),
];
const RAW = ["1.12/", "1.11/", "1.10/", "1.9/", "1.8/", "1.7/", "latest/"];

interface Update {
  readonly fridges: readonly string[];
}

const updateOf = (pk: string) => ({
  pk,
  sk: "FRIDGE_AGENT",
  artifactType: "FRIDGE_AGENT",
  objectKey: "fridge-agent/1.12/",
});
const updateAll = ({ fridges }: Update) => ({ updated: fridges.map(updateOf), failed: [] });

function renderSoftware(
  overrides: Readonly<Record<string, Handler>> = {},
  profile: "admin" | "read-only" = "admin",
  query = "",
) {
  return renderApp(`${ADDRESS}${query}`, {
    profile,
    handlers: {
      locations: ({ filter }: { readonly filter: { readonly status: string } }) => ({
        items: FLEET.filter(({ status }) => status === filter.status),
        nextToken: null,
      }),
      opsLocations: () => ({ locations: FLEET.map(({ id, type }) => ({ id, type })), nextToken: null }),
      getFridgeArtifacts: () => ({ items: ARTIFACTS, nextToken: null }),
      getAvailableFridgeArtifacts: () => [{ artifactType: "FRIDGE_AGENT", availableVersions: RAW }],
      getFridgeSoftwarePilots: () => ({ items: PILOTS, nextToken: null }),
      updateFridgeArtifacts: updateAll,
      rollBackFridgeArtifacts: updateAll,
      putFridgeSoftwarePilot: () => true,
      ...overrides,
    },
  });
}

const listedIds = () => screen.queryAllByRole("rowheader").map((cell) => within(cell).getByRole("link").textContent);
const waitForCount = (text = "3 fridges") => screen.findByText(text, { selector: "[role=status]" });
const getButton = (name: string) => screen.getByRole("button", { name });

beforeEach(clearCache);

describe("software inventory (SWR-3 to SWR-5)", () => {
  it("lists and counts LIVE fridges by default, with pilots and versions", async () => {
    renderSoftware();
    await waitForCount();
    expect(listedIds()).toEqual(["F1", "F2", "F3"]);
    const headers = screen.getAllByRole("columnheader").map((header) => header.textContent);
    expect(headers).toEqual([
      "Pilots",
      "Fridge Name",
      ...["UI", "Java Server", "Agent", "Inventory", "Parser", "Consumer", "Heartbeat", "Java Config"],
    ]);
    const row = screen.getByRole("link", { name: "F1" }).closest<HTMLElement>("[role=row]");
    const cells = within(row as HTMLElement).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toContain("1.9");
    expect(getButton("FILTER • (LIVE) SELECTED")).toBeVisible();
    expect(screen.getByPlaceholderText("Search For A Fridge")).toBeVisible();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("shows a pilot's display name, dates, stage, number of fridges and description", async () => {
    const { user } = renderSoftware();
    await waitForCount();
    const [icon] = await screen.findAllByRole("button", { name: "Pilot Canary" });
    // A tooltip opens only for a pointer that moved before.
    await user.hover(screen.getByRole("heading", { level: 1 }));
    await user.hover(icon as HTMLElement);
    const tooltip = (await screen.findByRole("tooltip")).textContent;
    for (const fact of ["Canary", "2026-11-21 to 2026-12-05", "Stage1", "Number of fridges2", "First in few"]) {
      expect(tooltip).toContain(fact);
    }
  });

  it("warns about fridges with more than one pilot", async () => {
    const { user } = renderSoftware();
    await waitForCount();
    await user.hover(screen.getByRole("heading", { level: 1 }));
    await user.hover(await screen.findByRole("button", { name: "1 fridge has more than one pilot" }));
    expect(await screen.findByRole("tooltip")).toHaveTextContent("F2");
  });

  it("applies the filters of the 'Filter by' dialog and clears them", async () => {
    const { user, router } = renderSoftware();
    await waitForCount();
    await user.click(getButton("FILTER • (LIVE) SELECTED"));
    const dialog = within(screen.getByRole("dialog", { name: "Filter by" }));
    await user.click(dialog.getByRole("checkbox", { name: "OFFLINE" }));
    await user.selectOptions(dialog.getByLabelText("Software"), "Agent");
    await user.click(dialog.getByRole("checkbox", { name: /^No Version/ }));
    await user.click(dialog.getByRole("button", { name: "Apply" }));
    await waitForCount("2 fridges");
    expect(listedIds()).toEqual(["F3", "F4"]);
    expect(getButton("FILTER • (LIVE, OFFLINE | Agent = No Version) SELECTED")).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toContain("version=No+Version"));
    await user.click(getButton("Clear filter"));
    await waitForCount("4 fridges");
    expect(getButton("FILTER")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Clear filter" })).toBeNull();
  });

  it("does not load OFFLINE fridges by default", async () => {
    const { server } = renderSoftware();
    await waitForCount();
    const inputs = server.calls.filter(({ name }) => name === "locations").map(({ input }) => JSON.stringify(input));
    expect(inputs).toHaveLength(1);
    expect(inputs[0]).toContain("LIVE");
  });

  it("sorts by a clicked header", async () => {
    const { user } = renderSoftware();
    await waitForCount();
    await user.click(getButton("Agent"));
    expect(listedIds()).toEqual(["F1", "F2", "F3"]);
    await user.click(getButton("Agent"));
    expect(listedIds()).toEqual(["F2", "F1", "F3"]);
  });
});

describe("inventory load errors (SWR-10)", () => {
  const failing = () => {
    throw new ServerError("Internal", "");
  };
  it.each([
    ["getFridgeArtifacts", "There was an error querying data, please refresh page and try again."],
    ["getFridgeSoftwarePilots", "There was an error querying data, please refresh page and try again."],
    ["locations", "Unable to load locations, Please check your internet and your permissions"],
  ])("%s", async (field, message) => {
    renderSoftware({ [field]: failing });
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("getAvailableFridgeArtifacts", async () => {
    const { user } = renderSoftware({ getAvailableFridgeArtifacts: failing });
    await waitForCount();
    await user.click(getButton("Create Deployment"));
    const message = "There was an error querying available versions, please refresh page and try again.";
    expect(await screen.findByText(message)).toBeVisible();
  });
});

describe("Create Deployment (SWR-6 to SWR-9)", () => {
  it("is disabled without DeployFridgeSoftware", async () => {
    renderSoftware({}, "read-only");
    await waitForCount();
    await waitFor(() =>
      expect(getButton("Create Deployment")).toHaveAttribute(
        "title",
        "Your permissions do not include DeployFridgeSoftware",
      ),
    );
  });

  it("deploys to selected and entered fridges, saves the pilot and resets the filter to LIVE", async () => {
    const { user, server } = renderSoftware({}, "admin", "?status=LIVE,OFFLINE");
    await waitForCount("4 fridges");
    await user.click(getButton("Create Deployment"));
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
    await user.click(getButton("DEPLOY"));
    const question = within(await screen.findByRole("dialog", { name: "Create Deployment" }));
    expect(server.calls.some(({ name }) => name === "updateFridgeArtifacts")).toBe(false);
    await user.click(question.getByRole("button", { name: "DEPLOY" }));
    expect(await screen.findByText(/The FridgeSoftwareVersion table was successfully updated\./)).toBeVisible();
    expect(screen.getByText(/The FridgeSoftwarePilots table was successfully updated\./)).toBeVisible();

    const call = (name: string) => server.calls.find((request) => request.name === name)?.input;
    const fridges = ["F1", "F4"];
    expect(call("updateFridgeArtifacts")).toEqual({ artifactType: "FRIDGE_AGENT", version: "1.12", fridges });
    expect(call("putFridgeSoftwarePilot")).toMatchObject({ id: "next", stage: 1, active: true, fridgeIds: fridges });
    await user.click(getButton("Close"));
    await waitForCount();
    expect(getButton("FILTER • (LIVE) SELECTED")).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Create Deployment" })).toBeNull();
  });

  it("links from the result to the desired and running version of each fridge (SWR-19)", async () => {
    const deployed = ["F1", "F2", "F4"];
    let isDeployed = false;
    const fridgeHealth = ({ filter }: { readonly filter: { readonly locationIds: readonly string[] } }) => ({
      fridgeData: filter.locationIds
        .filter((locationId) => locationId !== "F4")
        .map((locationId) => {
          const version = locationId === "F1" ? "1.12" : "1.10";
          const software = [{ artifactType: "FRIDGE_AGENT", version }];
          return { locationId, timestamp: "2026-11-21T10:00:00.000Z", software };
        }),
    });
    const { user, router } = renderSoftware({
      fridgeHealth,
      getFridgeArtifacts: () => ({
        items: isDeployed
          ? [{ artifactType: "FRIDGE_AGENT", versions: [{ versionName: "1.12", fridgesDeployedTo: deployed }] }]
          : ARTIFACTS,
        nextToken: null,
      }),
      updateFridgeArtifacts: (input: Update) => {
        isDeployed = true;
        return updateAll(input);
      },
    });
    await waitForCount();
    await user.click(getButton("Create Deployment"));
    await user.click(screen.getByPlaceholderText("Enter each Fridge ID on a new line"));
    await user.paste(deployed.join("\n"));
    await user.selectOptions(screen.getByLabelText("Software"), "Agent");
    await screen.findByRole("option", { name: "1.12" });
    await user.selectOptions(screen.getByLabelText("Version"), "1.12");
    await user.click(getButton("DEPLOY"));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "DEPLOY" }));
    const result = within(await screen.findByRole("dialog", { name: "Deployment" }));
    expect(result.getByText("✓ The FridgeSoftwareVersion table was successfully updated.")).toBeVisible();
    await user.click(result.getByRole("link", { name: "Watch" }));

    expect(await screen.findByText("1 of 3 fridges run the deployed version")).toBeVisible();
    const table = within(screen.getByRole("table", { name: "Fridges with the deployed version" }));
    const rows = table.getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^F2Sent1\.121\.10/),
      expect.stringMatching(/^F4Sent1\.12/),
      expect.stringMatching(/^F1Running1\.121\.12/),
    ]);
    expect(router.state.location.search).toBe("?status=ANY&software=FRIDGE_AGENT&version=1.12&watch=yes");
    await user.click(
      within(screen.getByRole("region", { name: "Progress of Agent" })).getByRole("button", { name: "Close" }),
    );
    expect(screen.queryByText("1 of 3 fridges run the deployed version")).toBeNull();
  });

  it("lists entered IDs that are not locations and stays disabled", async () => {
    const { user, server } = renderSoftware();
    await waitForCount();
    await user.click(getButton("Create Deployment"));
    await user.click(screen.getByPlaceholderText("Enter each Fridge ID on a new line"));
    await user.paste("F1");
    // F1 is in the table, so no lookup is needed.
    expect(server.calls.some(({ name }) => name === "opsLocations")).toBe(false);
    await user.type(screen.getByPlaceholderText("Enter each Fridge ID on a new line"), "\nNOBODY");
    const warning = await screen.findByText(/The following fridges IDs do not exist in the Locations table:/);
    expect(warning.closest("[role=alert]")).toHaveTextContent("NOBODY");
    expect(getButton("DEPLOY")).toHaveAttribute("title", "Some fridge IDs do not exist");
    expect(screen.getByText("2 entered, 0 selected, 2 in total")).toBeVisible();
  });

  it("lists the failed fridges and saves no pilot", async () => {
    const { user, server } = renderSoftware({
      updateFridgeArtifacts: () => ({
        updated: [updateOf("F1")],
        failed: [{ fridge: "F2", message: "It is not a fridge" }],
      }),
    });
    await waitForCount();
    await user.click(getButton("Create Deployment"));
    await user.click(await screen.findByRole("checkbox", { name: "Select all 3 listed fridges" }));
    await user.click(screen.getByRole("checkbox", { name: "Select F3" }));
    await user.selectOptions(screen.getByLabelText("Software"), "Agent");
    await screen.findByRole("option", { name: "1.12" });
    await user.selectOptions(screen.getByLabelText("Version"), "1.12");
    await user.click(getButton("DEPLOY"));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "DEPLOY" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Deployment" }));
    expect(dialog.getByText(/The FridgeSoftwareVersion table failed to update\./)).toBeVisible();
    expect(dialog.getByText("The following fridges failed to update:")).toBeVisible();
    expect(dialog.getByText("F2")).toBeVisible();
    expect(dialog.getByText("It is not a fridge")).toBeVisible();
    expect(dialog.getByText("N/A")).toBeVisible();
    expect(server.calls.some(({ name }) => name === "putFridgeSoftwarePilot")).toBe(false);
  });
});

describe("rollback and history", () => {
  it("rolls back the fridges with a version", async () => {
    const { user, server } = renderSoftware();
    await waitForCount();
    await user.click(getButton("Version spread"));
    await user.click(screen.getByText("Agent", { selector: "summary *" }));
    await user.click(getButton("Roll back Agent 1.10"));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Roll back" }));
    await screen.findByText(/The FridgeSoftwareVersion table was successfully updated\./);
    const call = server.calls.find(({ name }) => name === "rollBackFridgeArtifacts");
    expect(call?.input).toEqual({ artifactType: "FRIDGE_AGENT", version: "1.10", fridges: ["F2"] });
  });

  it("shows deployed versions and the differing running version", async () => {
    const change = { id: "1", at: "2026-11-21T10:00:00.000Z", user: "ann@larder.example", event: "DEPLOYED" };
    const { user } = renderSoftware({
      fridgeSoftwareHistory: () => ({
        items: [{ ...change, artifactType: "FRIDGE_AGENT", from: "1.8", to: "1.9" }],
        nextToken: null,
      }),
      fridgeHealth: () => ({
        fridgeData: [
          {
            locationId: "F1",
            timestamp: "2026-11-21T10:00:00.000Z",
            software: [{ artifactType: "FRIDGE_AGENT", version: "1.8" }],
          },
        ],
      }),
    });
    await waitForCount();
    await user.click(getButton("History of F1"));
    const dialog = within(screen.getByRole("dialog", { name: "Software of F1" }));
    expect(await dialog.findByText("1.8 → 1.9")).toBeVisible();
    expect(dialog.getByText(/deployed by ann@larder\.example/)).toBeVisible();
    const agent = await dialog.findByRole("row", { name: /^Agent/ });
    expect(
      within(agent)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["1.9", "1.8, differs from deployed"]);
  });

  it("states that the running versions failed to load, and loads them on Retry", async () => {
    let isFailing = true;
    const { user } = renderSoftware({
      fridgeSoftwareHistory: () => ({ items: [], nextToken: null }),
      fridgeHealth: () => {
        if (isFailing) throw new ServerError("Internal", "");
        return {
          fridgeData: [
            {
              locationId: "F1",
              timestamp: "2026-11-21T10:00:00.000Z",
              software: [{ artifactType: "FRIDGE_AGENT", version: "1.9" }],
            },
          ],
        };
      },
    });
    await waitForCount();
    await user.click(getButton("History of F1"));
    const dialog = within(screen.getByRole("dialog", { name: "Software of F1" }));
    const failure = "Unable to load the running versions, Please check your internet and your permissions";
    expect(await dialog.findByText(failure)).toBeVisible();
    expect(dialog.queryByText("The fridge has not reported its versions")).toBeNull();
    isFailing = false;
    await user.click(dialog.getByRole("button", { name: "Retry" }));
    expect(await dialog.findByText(/^Versions reported /)).toBeVisible();
    expect(within(dialog.getByRole("row", { name: /^Agent/ })).getAllByRole("cell")[1]).toHaveTextContent("1.9");
  });

  it("states that a fridge has not reported its versions", async () => {
    const { user } = renderSoftware({
      fridgeSoftwareHistory: () => ({ items: [], nextToken: null }),
      fridgeHealth: () => ({ fridgeData: [] }),
    });
    await waitForCount();
    await user.click(getButton("History of F1"));
    expect(await screen.findByText("The fridge has not reported its versions")).toBeVisible();
  });
});

describe("a deployment in stages (SWR-11)", () => {
  it("needs fridges or a pilot and a version, is confirmed, and opens the deployment's page", async () => {
    const created = sampleDeployment({});
    const create = vi.fn((_: unknown) => created);
    const { user } = renderSoftware({
      createFridgeDeployment: create,
      fridgeDeployment: () => ({ deployment: created, progress: [], history: [] }),
      fridgeDeploymentTargets: () => ({ items: [], nextToken: null }),
    });
    await waitForCount();
    await user.click(getButton("Deploy in stages"));
    expect(await screen.findByRole("button", { name: "Start deployment…" })).toHaveAccessibleDescription(
      "Choose a pilot, or select or enter at least one fridge",
    );
    await user.selectOptions(screen.getByLabelText("Pilot first"), "Canary");
    await user.selectOptions(screen.getByLabelText("Software"), "Agent");
    await user.selectOptions(screen.getByLabelText("Version"), "1.12");
    await user.click(getButton("Start deployment…"));
    const question = await screen.findByRole("dialog");
    expect(question.textContent).toContain(
      "The deployment has 2 fridges. Agent 1.12 is sent to the first stage within a minute.",
    );
    await user.click(within(question).getByRole("button", { name: "Start deployment" }));
    await screen.findByRole("heading", { level: 1, name: "Deployment of Agent 3.12.0" });
    expect(create).toHaveBeenCalledOnce();
    expect(create.mock.calls[0]?.[0]).toMatchObject({
      artifactType: "FRIDGE_AGENT",
      version: "1.12",
      fridges: [],
      pilotId: "canary",
      stages: [5, 25, 100],
      reason: null,
    });
    expect(create.mock.calls[0]?.[0]).toHaveProperty("clientToken");
  });

  it("keeps the form and shows which fridges are in another deployment", async () => {
    const message = "The following fridges are in another active deployment of FRIDGE_AGENT: F1";
    const { user } = renderSoftware({
      createFridgeDeployment: () => {
        throw new ServerError("Invalid", message, { errors: [{ field: "fridges", message }] });
      },
    });
    await waitForCount();
    await user.click(getButton("Deploy in stages"));
    await user.type(screen.getByLabelText("Fridge IDs"), "F1");
    await user.selectOptions(screen.getByLabelText("Software"), "Agent");
    await user.selectOptions(screen.getByLabelText("Version"), "1.12");
    await user.click(getButton("Start deployment…"));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Start deployment" }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText("Fridge IDs")).toHaveValue("F1");
  });
});
