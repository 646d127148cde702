import { render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { setConfig, type Config } from "../api/config";
import { recall, remember } from "../api/localCache";
import * as auth from "./auth";
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
