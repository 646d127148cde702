import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startLive, type FakeLive } from "../../test/live";
import { startServer } from "../../test/server";
import { FLEET_CHANNEL, fridgeChannel, type Channel, type FleetLiveEvent } from "./channels";
import { setConfig } from "./config";
import { useLive } from "./live";

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

const EVENT: FleetLiveEvent = { type: "health", fridges: [] };

let live: FakeLive;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  live = startLive();
  setConfig({ ...CONFIG, live: live.config });
  startServer();
  return () => vi.useRealTimers();
});

interface Props {
  readonly channels?: readonly (Channel<FleetLiveEvent> | null)[];
  readonly onEvent?: (event: FleetLiveEvent) => void;
  readonly onConnected?: () => void;
}

function Listening({ channels = [FLEET_CHANNEL], onEvent = () => undefined, onConnected }: Props) {
  const { connected } = useLive(channels, onEvent, onConnected);
  return <p>{connected ? "told" : "asks"}</p>;
}

describe("live events", () => {
  it("reach a screen that listens, and no other", async () => {
    const onEvent = vi.fn();
    const onOther = vi.fn();
    render(<Listening onEvent={onEvent} />);
    render(
      <Listening channels={[fridgeChannel("FRIDGE_1") as unknown as Channel<FleetLiveEvent>]} onEvent={onOther} />,
    );
    await waitFor(() => expect(live.heard()).toEqual(["/fleet/all", "/fridges/xFRIDGE-1x"]));
    live.tell(FLEET_CHANNEL, EVENT);
    expect(onEvent).toHaveBeenCalledExactlyOnceWith(EVENT);
    expect(onOther).not.toHaveBeenCalled();
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
