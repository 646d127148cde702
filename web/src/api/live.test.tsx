import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startFakeLiveServer, type FakeLiveServer } from "../../test/live";
import { startServer } from "../../test/server";
import { BATCH_DELAY, READ_INTERVAL } from "./changeReader";
import { FLEET_CHANNEL, fridgeChannel, type Channel, type LiveEvent } from "./channels";
import { setConfig } from "./config";
import { closeLiveConnections, useLive, type LiveReads } from "./live";

const CONFIG = {
  region: "us-east-1",
  userPoolId: "pool",
  userPoolClientId: "client",
  graphqlUrl: "/graphql",
  restUrl: "/rest",
  version: "1",
  idleSignOutMinutes: 30,
  companyHostMarker: "",
  links: {
    facilityCms: "",
    driverApp: "",
    todaysPackingSlip: "",
    historicalAllocation: "",
    receivingInvoices: "",
    perDiemForm: "",
  },
};

const EVENT: LiveEvent = { kind: "health", id: "F1" };

let live: FakeLiveServer;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  live = startFakeLiveServer();
  setConfig({ ...CONFIG, live: live.config });
  startServer();
  return () => vi.useRealTimers();
});

interface Props {
  readonly channels?: readonly (Channel | null)[];
  readonly reads?: LiveReads;
  readonly onConnected?: () => void;
}

function LiveStatus({ channels = [FLEET_CHANNEL], reads = {}, onConnected }: Props) {
  const { connected } = useLive(channels, reads, onConnected);
  return <p>{connected ? "connected" : "disconnected"}</p>;
}

describe("live events", () => {
  const stubRead = () => vi.fn((_ids: ReadonlySet<string>) => Promise.resolve());
  const idsOf = (read: ReturnType<typeof stubRead>) => read.mock.calls.map(([ids]) => [...ids]);

  it("make only the subscribed screen read the changed item", async () => {
    const [health, alert, other] = [stubRead(), stubRead(), stubRead()];
    render(<LiveStatus reads={{ health, alert }} />);
    render(<LiveStatus channels={[fridgeChannel("FRIDGE_1")]} reads={{ health: other }} />);
    await waitFor(() => expect(live.subscribedPaths()).toEqual(["/fleet/all", "/fridges/xFRIDGE-1x"]));
    live.publish(FLEET_CHANNEL, EVENT);
    await act(() => vi.advanceTimersByTimeAsync(BATCH_DELAY));
    expect(idsOf(health)).toEqual([["F1"]]);
    expect(alert).not.toHaveBeenCalled();
    expect(other).not.toHaveBeenCalled();
    expect(live.opened).toHaveLength(1);
  });

  it("of a burst cause one read a second with each id once", async () => {
    const health = stubRead();
    render(<LiveStatus reads={{ health }} />);
    await screen.findByText("connected");
    for (let round = 0; round < 20; round += 1) {
      for (const id of ["F1", "F2", `N${round}`]) live.publish(FLEET_CHANNEL, { kind: "health", id });
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    await act(() => vi.advanceTimersByTimeAsync(READ_INTERVAL));
    expect(idsOf(health).length).toBeLessThanOrEqual(4);
    for (const ids of idsOf(health)) expect(new Set(ids).size).toBe(ids.length);
    const read = new Set(idsOf(health).flat());
    expect(read.size).toBe(22);
  });

  it("are ignored if their kind is unknown or their id is missing", async () => {
    const health = stubRead();
    render(<LiveStatus reads={{ health }} />);
    await screen.findByText("connected");
    for (const event of [{ kind: "weather", id: "1" }, { kind: "health" }, "F1", null]) {
      live.sendFrame({ type: "data", id: "s1", event: JSON.stringify(event) });
    }
    await act(() => vi.advanceTimersByTimeAsync(READ_INTERVAL));
    expect(health).not.toHaveBeenCalled();
  });

  it("stop at once when the session loses access", async () => {
    render(<LiveStatus />);
    await screen.findByText("connected");
    act(() => closeLiveConnections());
    expect(live.subscribedPaths()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(live.opened).toHaveLength(1);
  });

  it("use the session's ID token and the app's origin", async () => {
    render(<LiveStatus />);
    await screen.findByText("connected");
    expect(live.opened).toEqual([{ url: "ws://localhost:3000/_live/event/realtime", token: "token of admin" }]);
  });

  it("open no socket if the deployment has no live channels", () => {
    setConfig({ ...CONFIG, live: undefined });
    render(<LiveStatus />);
    expect(screen.getByText("disconnected")).toBeInTheDocument();
    expect(live.opened).toEqual([]);
  });

  it("resume after a disconnect and call onConnected again", async () => {
    const onConnected = vi.fn();
    render(<LiveStatus onConnected={onConnected} />);
    await screen.findByText("connected");
    live.disconnect();
    expect(screen.getByText("disconnected")).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    await screen.findByText("connected");
    expect(onConnected).toHaveBeenCalledTimes(2);
  });

  it("reconnect with exponential backoff while the server is unreachable", async () => {
    render(<LiveStatus />);
    await screen.findByText("connected");
    live.disconnect(true);
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    // The backoff is 1, 2, 4, 8 and 16 seconds, then 15 to 30 seconds.
    expect(live.opened.length).toBeGreaterThan(5);
    expect(live.opened.length).toBeLessThan(16);
  });

  it("reconnect at once when the network is back", async () => {
    render(<LiveStatus />);
    await screen.findByText("connected");
    live.disconnect(true);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    live.disconnect(false);
    window.dispatchEvent(new Event("online"));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByText("connected")).toBeInTheDocument();
  });

  it("reconnect after the timeout that AppSync sets passes without a frame", async () => {
    render(<LiveStatus />);
    await screen.findByText("connected");
    await act(() => vi.advanceTimersByTimeAsync(299_000));
    live.sendFrame({ type: "ka" });
    await act(() => vi.advanceTimersByTimeAsync(299_000));
    expect(live.opened).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(live.opened).toHaveLength(2);
  });

  it("reconnect with a fresh token after the token is rejected", async () => {
    const requestedFresh: boolean[] = [];
    const { connect } = await import("./transport");
    connect({
      graphqlUrl: "",
      restUrl: "",
      idToken: (fresh) => {
        requestedFresh.push(fresh ?? false);
        return Promise.resolve("token");
      },
    });
    live.rejectTokens = true;
    render(<LiveStatus />);
    await waitFor(() => expect(live.opened).toHaveLength(1));
    live.rejectTokens = false;
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    await screen.findByText("connected");
    expect(requestedFresh.slice(0, 2)).toEqual([false, true]);
  });

  it("close the socket some seconds after the last subscription ends", async () => {
    const { unmount } = render(<LiveStatus />);
    await screen.findByText("connected");
    unmount();
    expect(live.subscribedPaths()).toEqual([]);
    await vi.advanceTimersByTimeAsync(6_000);
    render(<LiveStatus />);
    await screen.findByText("connected");
    expect(live.opened).toHaveLength(2);
  });
});
