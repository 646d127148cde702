/** Stores scripts in every text and opens every screen under the production content security policy. */
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { paths, withQuery } from "../src/lib/paths";
import { MARKER, storePayloads, TODAY, type Stored } from "./attack-payloads";
import { expect, signInByForm, test } from "./fixtures";

/** The time to store the texts and to open all screens. */
const TIMEOUT = 15 * 60_000;

/** The number of pages that open screens in parallel. They mostly wait until the network is idle. */
const PAGES = 4;

/** The directives of the content security policy that CloudFront sends. */
function productionPolicy(): string {
  const template = readFileSync("../infra/hosting.yaml", "utf8");
  const directives = template.matchAll(/- "?((?:[a-z]+-src|base-uri|form-action|frame-ancestors) '[^"\n]*)"?$/gm);
  return [...directives].map(([, directive]) => directive).join("; ");
}

/** The addresses of all screens. Screens of a day show today. */
function addresses({ fridges }: Stored): readonly string[] {
  const screens = Object.values(paths).flatMap((path) =>
    typeof path === "string" ? [path] : fridges.map((fridge) => path(fridge)),
  );
  const dated = screens.filter((path) => /report|pars|jit|route|forecast|activity/.test(path));
  return [...screens, ...dated.map((path) => withQuery(path, { date: TODAY })), "/no/such/screen"];
}

interface Findings {
  readonly ran: boolean;
  readonly violations: readonly string[];
  readonly links: readonly string[];
  readonly showsPayload: boolean;
}

async function inspect(page: Page): Promise<Findings> {
  return page.evaluate((marker) => {
    const state = window as unknown as { readonly __xss?: unknown; readonly __violations?: readonly string[] };
    const urls = [...document.querySelectorAll("[href], [src], [action], [formaction]")].flatMap((element) =>
      ["href", "src", "action", "formaction"].map((name) => element.getAttribute(name) ?? ""),
    );
    const values = [...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value);
    return {
      ran: state.__xss !== undefined,
      violations: [...(state.__violations ?? [])],
      links: urls.filter((url) => /^\s*(?:javascript|data:text\/html|vbscript)/i.test(url)),
      showsPayload: [document.body.innerText, ...values].some((text) => text.includes(marker)),
    };
  }, MARKER);
}

/** Opens each address in one of several pages, and inspects it. */
async function inspectAll(
  context: BrowserContext,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Findings>> {
  const findings = new Map<string, Findings>();
  // Each page continues with the next address that no other page has opened.
  const remaining = addresses.values();
  const open = async () => {
    const page = await context.newPage();
    for (const address of remaining) {
      await page.goto(address);
      // Live sockets and the polling of some screens can keep the network busy.
      await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined);
      findings.set(address, await inspect(page));
    }
  };
  await Promise.all(Array.from({ length: PAGES }, open));
  return findings;
}

test("no stored text runs as a script on any screen", async ({ context, page }) => {
  test.setTimeout(TIMEOUT);
  const stored = await storePayloads();
  const total = stored.accepted.length + stored.rejected.length;
  console.log(
    `attack | scripts in texts of operations | ${total} | ${stored.rejected.length} | ${stored.accepted.length}`,
  );
  expect(stored.accepted.length, "calls with a script that were stored as text").toBeGreaterThan(20);

  const policy = productionPolicy();
  expect(policy).toContain("script-src 'self'");
  await context.route(
    (url) => !url.pathname.includes("."),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      // The server closes idle connections, and the next request can use one that it is closing.
      const response = await route.fetch({ maxRetries: 3 });
      await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
    },
  );
  await context.addInitScript(() => {
    const state = window as unknown as { __violations?: string[] };
    state.__violations = [];
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
      state.__violations?.push(`${violatedDirective}: ${blockedURI} ${sourceFile}`),
    );
  });
  const dialogs: string[] = [];
  context.on("dialog", (dialog) => {
    if (dialog.type() !== "beforeunload") dialogs.push(dialog.message());
    void dialog.accept();
  });

  await signInByForm(page, "admin");
  const failures: string[] = [];
  const showing: string[] = [];
  const visited = await inspectAll(context, addresses(stored));
  for (const [address, { ran, violations, links, showsPayload }] of visited) {
    if (ran) failures.push(`${address}: a stored script ran`);
    for (const violation of violations) failures.push(`${address}: ${violation}`);
    for (const link of links) failures.push(`${address}: a link to ${link}`);
    if (showsPayload) showing.push(address);
  }
  failures.push(...dialogs.map((message) => `a dialog: ${message}`));
  const ran = failures.filter((failure) => failure.endsWith("a stored script ran")).length;
  console.log(`attack | stored scripts on screens | ${visited.size} | ${visited.size - ran} | ${ran}`);
  expect(failures).toEqual([]);
  // Otherwise the screens above would show nothing that could run.
  expect(showing.length, `only ${showing.join(", ")} show a stored text`).toBeGreaterThan(8);
});
