import { screen, waitFor, within } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, describe, expect, it } from "vitest";
import { stubDownload } from "../../test/download";
import { startFakeLiveServer } from "../../test/live";
import { renderPart } from "../../test/renderApp";
import { ServerError, type Handler } from "../../test/server";
import type { Profile } from "../../test/profiles";
import { fridgeChannel, type Channel } from "../api/channels";
import type { QueueMessage } from "../api/schema";
import { FridgeCommands } from "./FridgeCommands";
import type { ReportedState } from "./rules/status";
import { makeMessage } from "./message.fixture";

const CHANNEL = fridgeChannel("FRIDGE_1") as Channel;

const isoAgo = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();

/** A command that was queued one second ago, with overrides. */
const queuedMessage = (overrides: Partial<QueueMessage> = {}) =>
  makeMessage({ timestamp: isoAgo(1), expiresAt: isoAgo(-299), user: "operations@larder.example", ...overrides });

const makeHealth = (overrides: Partial<ReportedState> = {}): ReportedState => ({
  timestamp: isoAgo(60),
  receivedAt: isoAgo(60),
  outOfOrder: false,
  safetyHold: false,
  ...overrides,
});

// Removes the toasts of the previous test.
afterEach(() => void toast.dismiss());

interface Options {
  readonly profile?: Profile;
  readonly messages?: readonly QueueMessage[];
  readonly health?: ReportedState | null;
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly live?: ReturnType<typeof startFakeLiveServer>;
}

function renderCommands({ profile = "operations", messages = [], handlers = {}, live, ...options }: Options = {}) {
  return renderPart(
    <FridgeCommands
      locationId="FRIDGE_1"
      name="South Tower"
      health={options.health === undefined ? makeHealth() : options.health}
    />,
    {
      profile,
      ...(live ? { live } : {}),
      handlers: {
        readQueueMessages: () => ({ items: messages, nextToken: null }),
        createQueueMessage: (input: { message: { payload: Partial<QueueMessage> } }) =>
          queuedMessage(input.message.payload),
        ...handlers,
      },
    },
  );
}

/** The rows of the messages, without the header. */
const listedMessages = () =>
  within(screen.getByRole("table", { name: "Messages to this fridge" }))
    .getAllByRole("row")
    .slice(1);

async function confirmCommand(user: ReturnType<typeof renderCommands>["user"], name: string, choice: string) {
  await user.click(await screen.findByRole("button", { name }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: choice }));
}

describe("command buttons", () => {
  it("appear for users with their flags and for flag administrators", async () => {
    renderCommands({ profile: "admin" });
    const commands = await screen.findByRole("list", { name: "Commands" });
    const names = within(commands)
      .getAllByRole("button")
      .map((button) => button.textContent);
    expect(names).toEqual([
      "Reset DisplayServices",
      "Reset ReactUI",
      "Reset Jofemar",
      "ENABLE Out of Order",
      "ENABLE Food Safety Hold",
      "Computer Swap",
    ]);
  });

  it("are hidden without a flag, but sent messages are visible", async () => {
    renderCommands({ profile: "read-only", messages: [queuedMessage()] });
    expect(await screen.findByText("No commands are available to you.")).toBeInTheDocument();
    expect(await screen.findByRole("table", { name: "Messages to this fridge" })).toBeInTheDocument();
  });

  it("send a command only after confirmation", async () => {
    const { user, server } = renderCommands();
    await user.click(await screen.findByRole("button", { name: "Reset ReactUI" }));
    expect(await screen.findByRole("dialog", { name: "Reset ReactUI of FRIDGE_1, South Tower?" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(server.calls.some(({ name }) => name === "createQueueMessage")).toBe(false);
    await confirmCommand(user, "Reset ReactUI", "Reset ReactUI");
    expect(await screen.findByText("Reset ReactUI successful")).toBeInTheDocument();
    expect(screen.getByText("This command should be processed within 5 minutes.")).toBeInTheDocument();
    expect(server.calls.find(({ name }) => name === "createQueueMessage")?.input).toEqual({
      location: "FRIDGE_1",
      message: { messageType: "Resource", payload: { resource: "ServiceRestart", operation: "REACT_UI" } },
    });
  });

  it("say ENABLE or DISABLE by the fridge's state and flip after sending", async () => {
    const { user } = renderCommands({ health: makeHealth({ safetyHold: true }) });
    expect(await screen.findByRole("button", { name: "ENABLE Out of Order" })).toBeInTheDocument();
    await confirmCommand(user, "DISABLE Food Safety Hold", "DISABLE Food Safety Hold");
    expect(await screen.findByText("Food Safety Hold DISABLED successfully")).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "ENABLE Food Safety Hold" })).toBeInTheDocument();
  });

  it("supersede an earlier queued command on the same resource", async () => {
    const { user } = renderCommands({
      messages: [queuedMessage({ id: "0198", resource: "SafetyHold", operation: "ENABLE", timestamp: isoAgo(10) })],
    });
    await confirmCommand(user, "DISABLE Food Safety Hold", "DISABLE Food Safety Hold");
    expect(await screen.findByRole("button", { name: "ENABLE Food Safety Hold" })).toBeInTheDocument();
    expect(listedMessages().map((message) => within(message).getByRole("status").textContent)).toEqual([
      "Queued",
      "Superseded",
    ]);
  });

  it("show the server's message when sending fails", async () => {
    const reject = () => {
      throw new ServerError("Invalid", "FRIDGE_1 is not a fridge");
    };
    const { user } = renderCommands({ handlers: { createQueueMessage: reject } });
    await confirmCommand(user, "Reset Jofemar", "Reset Jofemar");
    expect(await screen.findByText("There was an issue resetting the Jofemar")).toBeInTheDocument();
    expect(screen.getByText("FRIDGE_1 is not a fridge")).toBeInTheDocument();
  });

  it("warn when the fridge is silent", async () => {
    renderCommands({ health: makeHealth({ receivedAt: isoAgo(7200) }) });
    expect(await screen.findByRole("note")).toHaveTextContent("This fridge last reported 2 hours ago.");
  });

  it("send both messages of a computer swap", async () => {
    const completeSwap = () => queuedMessage({ id: "2", resource: "ConfirmedInventory", operation: "SEND" });
    const { user, server } = renderCommands({
      handlers: { sendConfirmedInventoryAndConfirmedReservation: completeSwap },
    });
    await confirmCommand(user, "Computer Swap", "Computer Swap");
    expect(await screen.findByText("Computer swap completed successfully")).toBeInTheDocument();
    const sent = server.calls.map(({ name }) => name).filter((name) => /^(create|send)/.test(name));
    expect(sent).toEqual(["createQueueMessage", "sendConfirmedInventoryAndConfirmedReservation"]);
  });

  it.each([
    ["createQueueMessage", "Oops, there was an error when creating the inventory service queue message."],
    [
      "sendConfirmedInventoryAndConfirmedReservation",
      "Oops, there was an error with making computer swap complete request.",
    ],
  ])("show which step of a swap failed: %s", async (step, message) => {
    const failing = () => {
      throw new ServerError("Internal", "");
    };
    const { user } = renderCommands({ handlers: { [step]: failing } });
    await confirmCommand(user, "Computer Swap", "Computer Swap");
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.queryByText("Computer swap completed successfully")).not.toBeInTheDocument();
  });
});

describe("queue messages", () => {
  it("are counted by queue and listed newest first with their state", async () => {
    renderCommands({
      messages: [
        queuedMessage({ id: "3" }),
        queuedMessage({
          id: "2",
          resource: "SafetyHold",
          operation: "ENABLE",
          state: "REFUSED",
          result: "The door is open",
        }),
        makeMessage({ id: "1" }),
      ],
    });
    await screen.findByRole("table", { name: "Messages to this fridge" });
    const listed = listedMessages();
    expect(listed.map((item) => within(item).getByRole("status").textContent)).toEqual([
      "Queued",
      "Rejected",
      "Expired",
    ]);
    expect(listed[1]).toHaveTextContent("Food Safety Hold: ENABLE");
    expect(listed[1]).toHaveTextContent("The door is open");
    const counts = screen.getAllByRole("definition").map((count) => count.textContent);
    expect(counts).toEqual(["1 rejected", "1 queued · 1 expired"]);
  });

  it("update live from queued to done", async () => {
    const live = startFakeLiveServer();
    let stored: readonly QueueMessage[] = [];
    const readQueueMessages = () => ({ items: stored, nextToken: null });
    const { user } = renderCommands({ live, handlers: { readQueueMessages } });
    await screen.findByText("Live");
    await confirmCommand(user, "Reset ReactUI", "Reset ReactUI");
    const status = await screen.findByText("Queued", { selector: "[role=status]" });
    const updateMessage = (overrides: Partial<QueueMessage>) => {
      stored = [queuedMessage(overrides)];
      live.publish(CHANNEL, { kind: "command", id: queuedMessage().id });
    };
    updateMessage({ state: "DELIVERED", deliveredAt: isoAgo(0) });
    await waitFor(() => expect(status).toHaveTextContent("Delivered"));
    updateMessage({ state: "ACKNOWLEDGED", result: "REACT_UI restarted" });
    await waitFor(() => expect(status).toHaveTextContent("Done"), { timeout: 3000 });
    expect(screen.getByText("REACT_UI restarted")).toBeInTheDocument();
  });

  it("are read again when the live connection opens", async () => {
    const live = startFakeLiveServer();
    const { server } = renderCommands({ live });
    await screen.findByText("Live");
    const reads = () => server.calls.filter(({ name }) => name === "readQueueMessages").length;
    await waitFor(() => expect(reads()).toBe(2));
  });

  it("show an error when loading fails", async () => {
    const failing = () => {
      throw new ServerError("Internal", "");
    };
    renderCommands({ handlers: { readQueueMessages: failing } });
    expect(await screen.findByText("Oops, there was an error loading your request.")).toBeInTheDocument();
  });

  it("are the newest five until the user shows all, which can be searched and exported", async () => {
    const saved = stubDownload();
    const messages = Array.from({ length: 7 }, (_, index) =>
      queuedMessage({ id: `${9 - index}`, user: `user${index}@larder.example` }),
    );
    const { user } = renderCommands({ messages });
    await screen.findByRole("table", { name: "Messages to this fridge" });
    expect(listedMessages()).toHaveLength(5);
    expect(screen.queryByRole("button", { name: "Export CSV" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Show all 7" }));
    expect(listedMessages()).toHaveLength(7);
    await user.type(screen.getByRole("searchbox", { name: "Find a message" }), "user6@");
    await waitFor(() => expect(listedMessages()).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    const [header, line] = (await saved()).replace("\uFEFF", "").split("\r\n");
    expect(header).toBe("command,state,sent,user,result");
    expect(line).toMatch(/^ReactUI,Queued,.+Z,user6@larder\.example,$/);
  });

  it("show an empty state without messages", async () => {
    renderCommands();
    expect(await screen.findByText("No commands have been sent to this fridge")).toBeInTheDocument();
  });
});
