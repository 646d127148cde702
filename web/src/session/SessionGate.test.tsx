import { render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { startLive } from "../../test/live";
import { startServer } from "../../test/server";
import { FLEET_CHANNEL } from "../api/channels";
import { config, setConfig, type Config } from "../api/config";
import { graphql } from "../api/graphql";
import { useLive } from "../api/live";
import { recall, remember } from "../api/localCache";
import * as auth from "./auth";
import { myPermissionsDocument } from "./operations.generated";
import { SessionGate } from "./SessionGate";
import { useUser } from "./user";

vi.mock("./auth");
vi.mock("./SignIn", () => ({ default: () => <h1>Sign in here</h1> }));

const OPERATIONS = { sub: "1", email: "operations@larder.example" };
const LOGISTICS = { sub: "2", email: "logistics@larder.example" };

function Screen() {
  return <p>Fleet of {useUser().email}</p>;
}

setConfig({
  region: "us-east-1",
  userPoolId: "pool",
  userPoolClientId: "client",
  graphqlUrl: "/graphql",
  restUrl: "/rest",
  version: "1",
  companyHostMarker: "",
  idleSignOutMinutes: 30,
  links: {},
} as Config);

let sessionChanged: () => void;

beforeEach(() => {
  vi.mocked(auth.onSessionChange).mockImplementation((changed) => {
    sessionChanged = changed;
    return () => undefined;
  });
});

const renderGate = () =>
  render(
    <SessionGate>
      <Screen />
    </SessionGate>,
  );

test("nothing of the app shows before it is known who is signed in", async () => {
  let know: (user: auth.User) => void = () => undefined;
  vi.mocked(auth.currentUser).mockReturnValue(new Promise((resolve) => (know = resolve)));
  renderGate();
  expect(screen.queryByText(/Fleet/)).toBeNull();
  know(OPERATIONS);
  expect(await screen.findByText("Fleet of operations@larder.example")).toBeDefined();
});

test("signed out, only the sign-in shows and what this browser kept is gone", async () => {
  await remember("locations/LIVE", "a fleet");
  vi.mocked(auth.currentUser).mockResolvedValue(null);
  renderGate();
  expect(await screen.findByText("Sign in here")).toBeDefined();
  expect(screen.queryByText(/Fleet/)).toBeNull();
  await waitFor(async () => expect(await recall("locations/LIVE")).toBeUndefined());
});

test("signing in draws the app", async () => {
  vi.mocked(auth.currentUser).mockResolvedValueOnce(null).mockResolvedValue(OPERATIONS);
  renderGate();
  await screen.findByText("Sign in here");
  sessionChanged();
  expect(await screen.findByText("Fleet of operations@larder.example")).toBeDefined();
});

describe("a session that ends or changes hands", () => {
  test.each([
    ["signed out", null],
    ["another person, in another tab", LOGISTICS],
  ])("%s: forgets what was loaded and begins anew", async (_case, next) => {
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    vi.mocked(auth.currentUser).mockResolvedValueOnce(OPERATIONS).mockResolvedValue(next);
    renderGate();
    await screen.findByText("Fleet of operations@larder.example");
    await remember("locations/LIVE", "a fleet");
    sessionChanged();
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(screen.queryByText(/Fleet/)).toBeNull();
    expect(await recall("locations/LIVE")).toBeUndefined();
  });

  test("the same person again changes nothing", async () => {
    vi.mocked(auth.currentUser).mockResolvedValue(OPERATIONS);
    renderGate();
    await screen.findByText("Fleet of operations@larder.example");
    await remember("locations/LIVE", "a fleet");
    sessionChanged();
    await waitFor(() => expect(auth.currentUser).toHaveBeenCalledTimes(2));
    expect(screen.getByText("Fleet of operations@larder.example")).toBeDefined();
    expect(await recall("locations/LIVE")).toBe("a fleet");
  });
});

test("without a connection it says so, and can be tried again", async () => {
  vi.mocked(auth.currentUser).mockRejectedValueOnce(new Error("NetworkError")).mockResolvedValue(OPERATIONS);
  renderGate();
  const retry = await screen.findByRole("button", { name: "Retry" });
  retry.click();
  expect(await screen.findByText("Fleet of operations@larder.example")).toBeDefined();
});

describe("an account that is disabled while the console is open", () => {
  function LiveScreen() {
    const { connected } = useLive([FLEET_CHANNEL], {});
    return <p>{connected ? "Connected" : "Connecting"}</p>;
  }

  test("disconnects, forgets what was loaded and says why", async () => {
    const live = startLive();
    setConfig({ ...config(), live: live.config });
    const server = startServer({ profile: "operations" });
    vi.mocked(auth.currentUser).mockResolvedValue(OPERATIONS);
    vi.mocked(auth.endSession).mockResolvedValue();
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    render(
      <SessionGate>
        <LiveScreen />
      </SessionGate>,
    );
    await screen.findByText("Connected");
    await remember("locations/LIVE", "a fleet");

    server.disableAccount();
    await expect(graphql(myPermissionsDocument, {})).rejects.toThrow("Your account is disabled");
    expect(await screen.findByRole("heading", { name: "Your account is disabled" })).toBeVisible();
    expect(screen.queryByText("Connected")).toBeNull();
    expect(live.heard()).toEqual([]);
    await waitFor(async () => expect(await recall("locations/LIVE")).toBeUndefined());
    expect(auth.endSession).toHaveBeenCalledTimes(1);

    // Amplify reports that the session ended: the notice stays.
    vi.mocked(auth.currentUser).mockResolvedValue(null);
    sessionChanged();
    await Promise.resolve();
    expect(screen.getByRole("heading", { name: "Your account is disabled" })).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });
});
