import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startLive, type FakeLive } from "../../test/live";
import { startServer } from "../../test/server";
import { COLLECT_FOR, READ_INTERVAL } from "./changes";
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

let live: FakeLive;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  live = startLive();
  setConfig({ ...CONFIG, live: live.config });
  startServer();
  return () => vi.useRealTimers();
});

interface Props {
  readonly channels?: readonly (Channel | null)[];
  readonly reads?: LiveReads;
  readonly onConnected?: () => void;
}

function Listening({ channels = [FLEET_CHANNEL], reads = {}, onConnected }: Props) {
  const { connected } = useLive(channels, reads, onConnected);
  return <p>{connected ? "told" : "asks"}</p>;
}

describe("live events", () => {
  const reading = () => vi.fn((_ids: ReadonlySet<string>) => Promise.resolve());
  const idsOf = (read: ReturnType<typeof reading>) => read.mock.calls.map(([ids]) => [...ids]);

  it("have the screen that listens read what changed, and no other", async () => {
    const [health, alert, other] = [reading(), reading(), reading()];
    render(<Listening reads={{ health, alert }} />);
    render(<Listening channels={[fridgeChannel("FRIDGE_1")]} reads={{ health: other }} />);
    await waitFor(() => expect(live.heard()).toEqual(["/fleet/all", "/fridges/xFRIDGE-1x"]));
    live.tell(FLEET_CHANNEL, EVENT);
    await act(() => vi.advanceTimersByTimeAsync(COLLECT_FOR));
    expect(idsOf(health)).toEqual([["F1"]]);
    expect(alert).not.toHaveBeenCalled();
    expect(other).not.toHaveBeenCalled();
    expect(live.opened).toHaveLength(1);
  });

  it("of a burst cause one read a second, each id once", async () => {
    const health = reading();
    render(<Listening reads={{ health }} />);
    await screen.findByText("told");
    for (let round = 0; round < 20; round += 1) {
      for (const id of ["F1", "F2", `N${round}`]) live.tell(FLEET_CHANNEL, { kind: "health", id });
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    await act(() => vi.advanceTimersByTimeAsync(READ_INTERVAL));
    expect(idsOf(health).length).toBeLessThanOrEqual(4);
    for (const ids of idsOf(health)) expect(new Set(ids).size).toBe(ids.length);
    const read = new Set(idsOf(health).flat());
    expect(read.size).toBe(22);
  });

  it("of an unknown kind, or without an id, are ignored", async () => {
    const health = reading();
    render(<Listening reads={{ health }} />);
    await screen.findByText("told");
    for (const event of [{ kind: "weather", id: "1" }, { kind: "health" }, "F1", null]) {
      live.say({ type: "data", id: "s1", event: JSON.stringify(event) });
    }
    await act(() => vi.advanceTimersByTimeAsync(READ_INTERVAL));
    expect(health).not.toHaveBeenCalled();
  });

  it("end at once where the session lost access", async () => {
    render(<Listening />);
    await screen.findByText("told");
    act(() => closeLiveConnections());
    expect(live.heard()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(live.opened).toHaveLength(1);
  });

  it("come by the session's ID token, from the app's own origin", async () => {
    render(<Listening />);
    await screen.findByText("told");
    expect(live.opened).toEqual([{ url: "ws://localhost:3000/_live/event/realtime", token: "token of admin" }]);
  });

  it("are not waited for where the deployment has none", () => {
    setConfig({ ...CONFIG, live: undefined });
    render(<Listening />);
    expect(screen.getByText("asks")).toBeInTheDocument();
    expect(live.opened).toEqual([]);
  });

  it("come again by themselves after the line broke, and the screen is told to ask for what it missed", async () => {
    const onConnected = vi.fn();
    render(<Listening onConnected={onConnected} />);
    await screen.findByText("told");
    live.breakLines();
    expect(screen.getByText("asks")).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    await screen.findByText("told");
    expect(onConnected).toHaveBeenCalledTimes(2);
  });

  it("are tried for later and later while there is no line", async () => {
    render(<Listening />);
    await screen.findByText("told");
    live.breakLines(true);
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    // 1, 2, 4, 8, 16, then every 15 to 30 seconds.
    expect(live.opened.length).toBeGreaterThan(5);
    expect(live.opened.length).toBeLessThan(16);
  });

  it("are tried for at once when the network is back", async () => {
    render(<Listening />);
    await screen.findByText("told");
    live.breakLines(true);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    live.breakLines(false);
    window.dispatchEvent(new Event("online"));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByText("told")).toBeInTheDocument();
  });

  it("end a line that is silent for longer than AppSync says", async () => {
    render(<Listening />);
    await screen.findByText("told");
    await act(() => vi.advanceTimersByTimeAsync(299_000));
    live.say({ type: "ka" });
    await act(() => vi.advanceTimersByTimeAsync(299_000));
    expect(live.opened).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(live.opened).toHaveLength(2);
  });

  it("are asked for with a new token where the old one is refused", async () => {
    const fresh: boolean[] = [];
    const { connect } = await import("./transport");
    connect({
      graphqlUrl: "",
      restUrl: "",
      idToken: (now) => {
        fresh.push(now ?? false);
        return Promise.resolve("token");
      },
    });
    live.refuseTokens = true;
    render(<Listening />);
    await waitFor(() => expect(live.opened).toHaveLength(1));
    live.refuseTokens = false;
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    await screen.findByText("told");
    expect(fresh.slice(0, 2)).toEqual([false, true]);
  });

  it("cost no socket some seconds after the last screen that listened is gone", async () => {
    const { unmount } = render(<Listening />);
    await screen.findByText("told");
    unmount();
    expect(live.heard()).toEqual([]);
    await vi.advanceTimersByTimeAsync(6_000);
    render(<Listening />);
    await screen.findByText("told");
    expect(live.opened).toHaveLength(2);
  });
});
