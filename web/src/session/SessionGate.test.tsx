import { render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { startFakeLiveServer } from "../../test/live";
import { startServer } from "../../test/server";
import { FLEET_CHANNEL } from "../api/channels";
import { config, setConfig, type Config } from "../api/config";
import { graphql } from "../api/graphql";
import { useLive } from "../api/live";
import { readCache, writeCache } from "../lib/storage";
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

test("renders nothing of the app before the session is checked", async () => {
  let resolveUser: (user: auth.User) => void = () => undefined;
  vi.mocked(auth.currentUser).mockReturnValue(new Promise((resolve) => (resolveUser = resolve)));
  renderGate();
  expect(screen.queryByText(/Fleet/)).toBeNull();
  resolveUser(OPERATIONS);
  expect(await screen.findByText("Fleet of operations@larder.example")).toBeDefined();
});

test("shows the sign-in and clears the cache when signed out", async () => {
  await writeCache("locations/LIVE", "a fleet");
  vi.mocked(auth.currentUser).mockResolvedValue(null);
  renderGate();
  expect(await screen.findByText("Sign in here")).toBeDefined();
  expect(screen.queryByText(/Fleet/)).toBeNull();
  await waitFor(async () => expect(await readCache("locations/LIVE")).toBeUndefined());
});

test("renders the app after sign-in", async () => {
  vi.mocked(auth.currentUser).mockResolvedValueOnce(null).mockResolvedValue(OPERATIONS);
  renderGate();
  await screen.findByText("Sign in here");
  sessionChanged();
  expect(await screen.findByText("Fleet of operations@larder.example")).toBeDefined();
});

describe("a session that ends or gets another user", () => {
  test.each([
    ["after a sign-out", null],
    ["after another user signs in, in another tab", LOGISTICS],
  ])("%s, clears the cache and reloads", async (_case, next) => {
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    vi.mocked(auth.currentUser).mockResolvedValueOnce(OPERATIONS).mockResolvedValue(next);
    renderGate();
    await screen.findByText("Fleet of operations@larder.example");
    await writeCache("locations/LIVE", "a fleet");
    sessionChanged();
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(screen.queryByText(/Fleet/)).toBeNull();
    expect(await readCache("locations/LIVE")).toBeUndefined();
  });

  test("keeps everything when the same user signs in again", async () => {
    vi.mocked(auth.currentUser).mockResolvedValue(OPERATIONS);
    renderGate();
    await screen.findByText("Fleet of operations@larder.example");
    await writeCache("locations/LIVE", "a fleet");
    sessionChanged();
    await waitFor(() => expect(auth.currentUser).toHaveBeenCalledTimes(2));
    expect(screen.getByText("Fleet of operations@larder.example")).toBeDefined();
    expect(await readCache("locations/LIVE")).toBe("a fleet");
  });
});

test("shows an error without a connection and offers a retry", async () => {
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

  test("disconnects, clears the cache and shows the reason", async () => {
    const live = startFakeLiveServer();
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
    await writeCache("locations/LIVE", "a fleet");

    server.disableAccount();
    await expect(graphql(myPermissionsDocument, {})).rejects.toThrow("Your account is disabled");
    expect(await screen.findByRole("heading", { name: "Your account is disabled" })).toBeVisible();
    expect(screen.queryByText("Connected")).toBeNull();
    expect(live.subscribedPaths()).toEqual([]);
    await waitFor(async () => expect(await readCache("locations/LIVE")).toBeUndefined());
    expect(auth.endSession).toHaveBeenCalledTimes(1);

    // The notice stays when Amplify reports the end of the session.
    vi.mocked(auth.currentUser).mockResolvedValue(null);
    sessionChanged();
    await Promise.resolve();
    expect(screen.getByRole("heading", { name: "Your account is disabled" })).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });
});
