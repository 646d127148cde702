import { screen, waitFor, within } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, describe, expect, it } from "vitest";
import { startLive } from "../../test/live";
import { renderPart } from "../../test/renderApp";
import { Refusal, type Answer } from "../../test/server";
import type { Profile } from "../../test/profiles";
import { fridgeChannel, type Channel } from "../api/channels";
import type { QueueMessage } from "../api/schema";
import { FridgeCommands, type ReportedState } from "./FridgeCommands";
import { message } from "./message.fixture";

const CHANNEL = fridgeChannel("FRIDGE_1") as Channel;

const iso = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();

/** A command that was queued a moment ago. */
const fresh = (parts: Partial<QueueMessage> = {}) =>
  message({ timestamp: iso(1), expiresAt: iso(-299), user: "operations@larder.example", ...parts });

const health = (parts: Partial<ReportedState> = {}): ReportedState => ({
  timestamp: iso(60),
  receivedAt: iso(60),
  outOfOrder: false,
  safetyHold: false,
  ...parts,
});

// What one test was told is not told in the next.
afterEach(() => void toast.dismiss());

interface Options {
  readonly profile?: Profile;
  readonly messages?: readonly QueueMessage[];
  readonly health?: ReportedState | null;
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly live?: ReturnType<typeof startLive>;
}

function show({ profile = "operations", messages = [], answers = {}, live, ...rest }: Options = {}) {
  return renderPart(
    <FridgeCommands locationId="FRIDGE_1" health={rest.health === undefined ? health() : rest.health} />,
    {
      profile,
      ...(live ? { live } : {}),
      answers: {
        readQueueMessages: () => ({ items: messages, nextToken: null }),
        createQueueMessage: (input: { message: { payload: Partial<QueueMessage> } }) => fresh(input.message.payload),
        ...answers,
      },
    },
  );
}

async function press(user: ReturnType<typeof show>["user"], name: string, answer: string) {
  await user.click(await screen.findByRole("button", { name }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: answer }));
}

describe("the commands to a fridge", () => {
  it("are shown to whom their flags are granted, and to flag administrators", async () => {
    show({ profile: "admin" });
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

  it("are not shown without a flag, but what was sent is", async () => {
    show({ profile: "read-only", messages: [fresh()] });
    expect(await screen.findByText("No commands are open to you.")).toBeInTheDocument();
    expect(await screen.findByRole("list", { name: "Messages to this fridge" })).toBeInTheDocument();
  });

  it("are sent after a question only", async () => {
    const { user, server } = show();
    await press(user, "Reset ReactUI", "Cancel");
    expect(server.calls.some(({ name }) => name === "createQueueMessage")).toBe(false);
    await press(user, "Reset ReactUI", "Reset ReactUI");
    expect(await screen.findByText("Reset ReactUI successful")).toBeInTheDocument();
    expect(screen.getByText("This command should be processed within 5 minutes.")).toBeInTheDocument();
    expect(server.calls.find(({ name }) => name === "createQueueMessage")?.input).toEqual({
      location: "FRIDGE_1",
      message: { messageType: "Resource", payload: { resource: "ServiceRestart", operation: "REACT_UI" } },
    });
  });

  it("that toggle say ENABLE or DISABLE by the fridge's state, and flip when they are sent", async () => {
    const { user } = show({ health: health({ safetyHold: true }) });
    expect(await screen.findByRole("button", { name: "ENABLE Out of Order" })).toBeInTheDocument();
    await press(user, "DISABLE Food Safety Hold", "DISABLE Food Safety Hold");
    expect(await screen.findByText("Food Safety Hold DISABLED successfully")).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "ENABLE Food Safety Hold" })).toBeInTheDocument();
  });

  it("that are sent before an earlier one is fetched supersede it", async () => {
    const { user } = show({
      messages: [fresh({ id: "0198", resource: "SafetyHold", operation: "ENABLE", timestamp: iso(10) })],
    });
    await press(user, "DISABLE Food Safety Hold", "DISABLE Food Safety Hold");
    expect(await screen.findByRole("button", { name: "ENABLE Food Safety Hold" })).toBeInTheDocument();
    const states = screen.getAllByRole("listitem").flatMap((item) => within(item).queryAllByRole("status"));
    expect(states.map((state) => state.textContent)).toEqual(["Waiting", "Superseded"]);
  });

  it("that could not be sent say so, with the server's words", async () => {
    const refused = () => {
      throw new Refusal("Invalid", "FRIDGE_1 is no fridge");
    };
    const { user } = show({ answers: { createQueueMessage: refused } });
    await press(user, "Reset Jofemar", "Reset Jofemar");
    expect(await screen.findByText("There was an issue resetting the Jofemar")).toBeInTheDocument();
    expect(screen.getByText("FRIDGE_1 is no fridge")).toBeInTheDocument();
  });

  it("are told as such when the fridge is silent", async () => {
    show({ health: health({ receivedAt: iso(7200) }) });
    expect(await screen.findByRole("note")).toHaveTextContent("This fridge was last heard of 2 hours ago.");
  });

  it("swap a computer in two steps", async () => {
    const swapped = () => fresh({ id: "2", resource: "ConfirmedInventory", operation: "SEND" });
    const { user, server } = show({ answers: { sendConfirmedInventoryAndConfirmedReservation: swapped } });
    await press(user, "Computer Swap", "Computer Swap");
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
  ])("say at which step a swap failed: %s", async (step, words) => {
    const failing = () => {
      throw new Refusal("Internal", "");
    };
    const { user } = show({ answers: { [step]: failing } });
    await press(user, "Computer Swap", "Computer Swap");
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryByText("Computer swap completed successfully")).not.toBeInTheDocument();
  });
});

describe("the messages to a fridge", () => {
  it("are counted by queue, and listed newest first with their life", async () => {
    show({
      messages: [
        fresh({ id: "3" }),
        fresh({ id: "2", resource: "SafetyHold", operation: "ENABLE", state: "REFUSED", result: "The door is open" }),
        message({ id: "1" }),
      ],
    });
    const listed = within(await screen.findByRole("list", { name: "Messages to this fridge" })).getAllByRole(
      "listitem",
    );
    expect(listed.map((item) => within(item).getByRole("status").textContent)).toEqual([
      "Waiting",
      "Refused",
      "Expired",
    ]);
    expect(listed[1]).toHaveTextContent("Food Safety Hold: ENABLE");
    expect(listed[1]).toHaveTextContent("The door is open");
    const counts = screen.getAllByRole("definition").map((count) => count.textContent);
    expect(counts).toEqual(["1 refused", "1 waiting · 1 expired"]);
  });

  it("are read again as they change, from queued to done", async () => {
    const live = startLive();
    let stored: readonly QueueMessage[] = [];
    const readQueueMessages = () => ({ items: stored, nextToken: null });
    const { user } = show({ live, answers: { readQueueMessages } });
    await screen.findByText("Live");
    await press(user, "Reset ReactUI", "Reset ReactUI");
    const status = await screen.findByText("Waiting", { selector: "[role=status]" });
    const change = (parts: Partial<QueueMessage>) => {
      stored = [fresh(parts)];
      live.tell(CHANNEL, { kind: "command", id: fresh().id });
    };
    change({ state: "DELIVERED", deliveredAt: iso(0) });
    await waitFor(() => expect(status).toHaveTextContent("Delivered"));
    change({ state: "ACKNOWLEDGED", result: "REACT_UI restarted" });
    await waitFor(() => expect(status).toHaveTextContent("Done"), { timeout: 3000 });
    expect(screen.getByText("REACT_UI restarted")).toBeInTheDocument();
  });

  it("are asked for again when events begin to come, for what was missed", async () => {
    const live = startLive();
    const { server } = show({ live });
    await screen.findByText("Live");
    const reads = () => server.calls.filter(({ name }) => name === "readQueueMessages").length;
    await waitFor(() => expect(reads()).toBe(2));
  });

  it("say that they could not be loaded", async () => {
    const failing = () => {
      throw new Refusal("Internal", "");
    };
    show({ answers: { readQueueMessages: failing } });
    expect(await screen.findByText("Oops, there was an error loading your request.")).toBeInTheDocument();
  });

  it("say that there are none", async () => {
    show();
    expect(await screen.findByText("No command was sent to this fridge.")).toBeInTheDocument();
  });
});
