/** Runs the reference agents of fridges (scripts/tools/simulate), which connect with the stack's message broker. */
import { spawn } from "node:child_process";
import path from "node:path";
import { expect } from "@playwright/test";
import { test as base } from "./fixtures";
import { STACK_FILE } from "./stack";

/** The agent of one fridge. */
export interface Agent {
  /** What the agent has printed: a line for each step. */
  readonly output: () => string;
  /** Waits until the agent has printed a text. */
  readonly waitForOutput: (text: string | RegExp) => Promise<void>;
}

interface AgentFixtures {
  /** Starts the agent of a fridge and waits until it receives commands. The agent gets a certificate if it has none. */
  readonly startAgent: (fridge: string) => Promise<Agent>;
}

const REPOSITORY = path.resolve("..");
const { CARGO_TARGET_DIR, LARDER_CACHE_DIR } = process.env;
/** The folder in which `scripts/stack/functions.py` builds the programs. */
const TARGET = CARGO_TARGET_DIR ?? (LARDER_CACHE_DIR === undefined ? "target" : path.join(LARDER_CACHE_DIR, "target"));
const PROGRAM = path.resolve(REPOSITORY, TARGET, "release/simulate");

/** Stops the agents of a test at its end. */
export const test = base.extend<AgentFixtures>({
  // Playwright requires an object pattern.
  // oxlint-disable-next-line no-empty-pattern
  startAgent: async ({}, use) => {
    const stops: (() => void)[] = [];
    await use(async (fridge) => {
      const agent = spawn(PROGRAM, ["agent", "--fridge", fridge], {
        cwd: REPOSITORY,
        env: { ...process.env, LARDER_STACK: STACK_FILE },
        stdio: ["ignore", "pipe", "pipe"],
      });
      stops.push(() => agent.kill());
      let printed = "";
      const print = (text: string) => (printed += text);
      agent.stdout.setEncoding("utf8").on("data", print);
      agent.stderr.setEncoding("utf8").on("data", print);
      agent.on("error", ({ message }) => print(message));
      const output = () => printed;
      const waitForOutput = async (text: string | RegExp) => {
        await expect.poll(output, { message: `the agent of ${fridge}`, timeout: 20_000 }).toMatch(text);
      };
      await waitForOutput("subscribed to its topics");
      return { output, waitForOutput };
    });
    for (const stop of stops) stop();
  },
});
