import { screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { toast } from "sonner";
import { afterEach, describe, expect, test } from "vitest";
import { stubDownload } from "../../test/download";
import { renderPart } from "../../test/renderApp";
import { ServerError, type Handler } from "../../test/server";
import type { Profile } from "../../test/profiles";
import { certificateId, makeCertificate, makeConnection, timeAgo } from "./connection.fixture";
import type { FridgeConnection } from "./connection";
import { ConnectionPanel } from "./ConnectionPanel";
import type { LastReport } from "./rules/connection";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const REQUEST = "-----BEGIN CERTIFICATE REQUEST-----\nMIIBIjCByg==\n-----END CERTIFICATE REQUEST-----";
const PEM = "-----BEGIN CERTIFICATE-----\nMIIBkTCC\n-----END CERTIFICATE-----\n";

// Removes the toasts of the previous test.
afterEach(() => void toast.dismiss());

interface Options {
  readonly profile?: Profile;
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly lastReport?: LastReport;
  readonly agentVersion?: string | undefined;
}

function renderPanel(overrides: Partial<FridgeConnection> | null = {}, options: Options = {}) {
  const { profile = "admin", handlers = {}, lastReport = Date.now() - MINUTE } = options;
  const panel = (
    <ConnectionPanel
      id="CHI0001"
      zone="America/Chicago"
      now={Date.now()}
      lastReport={lastReport}
      agentVersion={"agentVersion" in options ? options.agentVersion : "4.2.0"}
      formatTime={(at) => at.slice(0, 10)}
      connected={false}
    />
  );
  return renderPart(<RouterProvider router={createMemoryRouter([{ path: "/", element: panel }])} />, {
    profile,
    handlers: { fridgeConnection: () => (overrides === null ? null : makeConnection(overrides)), ...handlers },
  });
}

const fact = async (label: string) => (await screen.findByText(label, { selector: "dt" })).nextElementSibling;
const revokeButton = (first: string) => screen.findByRole("button", { name: `Revoke certificate ${first.repeat(8)}` });
const press = async (user: ReturnType<typeof renderPanel>["user"], name: string | RegExp) =>
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

describe("connection panel (CON-40)", () => {
  test("shows the state with its time, the address, the agent version and the valid certificate", async () => {
    renderPanel({ since: timeAgo(3 * MINUTE) });
    expect(await fact("State")).toHaveTextContent(/^Connected since \d/);
    expect(await fact("Network address")).toHaveTextContent("203.0.113.10");
    expect(await fact("Agent version")).toHaveTextContent("4.2.0");
    expect(screen.queryByText("Reason", { selector: "dt" })).toBeNull();
    const certificates = within(screen.getByRole("list", { name: "Certificates" })).getAllByRole("listitem");
    expect(certificates.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Certificate aaaaaaaaIn use.*, requested by the fridge at its setupExpires .*Revoke$/),
    ]);
    expect(screen.queryByRole("note")).toBeNull();
  });

  test("shows how long a fridge is disconnected and why", async () => {
    renderPanel({ state: "DISCONNECTED", since: timeAgo(3 * MINUTE), reason: "CONNECTION_LOST" });
    expect(await fact("State")).toHaveTextContent("Disconnected for 3 min");
    expect(await fact("Reason")).toHaveTextContent("The network connection was interrupted.");
  });

  test("shows since when a connected fridge is silent", async () => {
    renderPanel({ since: timeAgo(DAY) }, { lastReport: Date.now() - 40 * MINUTE });
    expect(await fact("State")).toHaveTextContent(/^Connected, silent since \d/);
  });

  test.each([
    ["without a certificate", [], /Start the agent on its computer/],
    ["with a certificate", [makeCertificate({ state: "ISSUED" })], /Check that its computer is on/],
  ])("states what to do for a fridge %s that never connected", async (_, certificates, text) => {
    renderPanel({ state: "NEVER", since: null, address: null, certificates }, { agentVersion: undefined });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(await fact("State")).toHaveTextContent(/^No connection yet$/);
    expect(screen.queryByText("Agent version")).toBeNull();
  });

  test("shows warnings", async () => {
    renderPanel({ takeovers: 2, clockSkewSeconds: 1200 });
    expect(await screen.findByText(/2 takeovers in the last hour/)).toBeInTheDocument();
    expect(screen.getByText(/clock is 20 min ahead/)).toBeInTheDocument();
  });

  test("lists ended certificates with author and reason, without a button", async () => {
    const revoked = {
      state: "REVOKED",
      endedAt: timeAgo(DAY),
      endedBy: "ann@larder.example",
      reason: "Stolen",
    } as const;
    renderPanel({ certificates: [makeCertificate(), makeCertificate({ id: certificateId("b"), ...revoked })] });
    expect(await screen.findByText("1 ended certificate")).toBeInTheDocument();
    const ended = screen.getByRole("list", { name: "Ended certificates", hidden: true });
    expect(ended).toHaveTextContent(/Certificate bbbbbbbbRevoked.* by ann@larder.exampleReason: Stolen/);
    expect(within(ended).queryByRole("button", { hidden: true })).toBeNull();
  });

  test("shows the failure of a read with a retry", async () => {
    let fails = true;
    const fridgeConnection = () => {
      if (fails) throw new ServerError("Internal", "");
      return makeConnection();
    };
    const { user } = renderPanel({}, { handlers: { fridgeConnection } });
    expect(await screen.findByText(/^Unable to load the connection/)).toBeInTheDocument();
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await fact("Network address")).toBeInTheDocument();
  });

  test("states that a location without a fridge has no connection", async () => {
    renderPanel(null);
    expect(await screen.findByText(/has no connection/)).toBeInTheDocument();
  });
});

describe("without ManageFridgeConnections", () => {
  test("the buttons are disabled and name the permission, and the connection is visible", async () => {
    const { user } = renderPanel({}, { profile: "operations" });
    expect(await fact("State")).toHaveTextContent(/^Connected/);
    const buttons = [
      await revokeButton("a"),
      screen.getByRole("button", { name: "Issue certificate" }),
      screen.getByRole("button", { name: "Replace computer" }),
    ];
    for (const button of buttons) {
      expect(button).toHaveAttribute("aria-disabled", "true");
      expect(button).toHaveAccessibleDescription(/ManageFridgeConnections/);
      await user.click(button);
      expect(screen.queryByRole("dialog")).toBeNull();
    }
  });
});

describe("revoke dialog", () => {
  test("requires a reason, revokes the certificate and shows the new state", async () => {
    const revoked = {
      state: "REVOKED",
      endedAt: timeAgo(0),
      endedBy: "admin@larder.example",
      reason: "Stolen",
    } as const;
    const { user, server } = renderPanel(
      {},
      {
        handlers: {
          revokeFridgeCertificate: () => makeConnection({ certificates: [makeCertificate(revoked)], version: 3 }),
        },
      },
    );
    await user.click(await revokeButton("a"));
    expect(await screen.findByText(/This is the fridge's only valid certificate/)).toBeInTheDocument();
    await press(user, "Revoke");
    expect(await screen.findByText("Enter a reason")).toBeInTheDocument();
    expect(server.calls.some(({ name }) => name === "revokeFridgeCertificate")).toBe(false);
    await user.type(screen.getByLabelText(/^Reason/), " Stolen ");
    await press(user, "Revoke");
    expect(await screen.findByText("Certificate aaaaaaaa of CHI0001 revoked")).toBeInTheDocument();
    expect(server.calls.find(({ name }) => name === "revokeFridgeCertificate")?.input).toEqual({
      id: "CHI0001",
      certificateId: certificateId("a"),
      reason: "Stolen",
      version: 2,
    });
    expect(await screen.findByText(/The fridge has no valid certificate/)).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("after a conflict keeps the reason, reads the new version and saves with it", async () => {
    let version = 2;
    const conflict = "Another user changed this connection.";
    const { user, server } = renderPanel(
      {},
      {
        handlers: {
          fridgeConnection: () => makeConnection({ version }),
          revokeFridgeCertificate: (input: { readonly version: number }) => {
            if (input.version !== version) throw new ServerError("Conflict", conflict);
            return makeConnection({ certificates: [], version: 4 });
          },
        },
      },
    );
    await user.click(await revokeButton("a"));
    await user.type(await screen.findByLabelText(/^Reason/), "Stolen");
    version = 3;
    await press(user, "Revoke");
    expect(await screen.findByText(conflict)).toBeInTheDocument();
    expect(screen.getByLabelText(/^Reason/)).toHaveValue("Stolen");
    await press(user, "Revoke");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(
      server.calls.filter(({ name }) => name === "revokeFridgeCertificate").map(({ input }) => input),
    ).toMatchObject([{ version: 2 }, { version: 3 }]);
  });

  test("has no warning about the last certificate if another one is valid", async () => {
    const { user } = renderPanel({
      certificates: [makeCertificate(), makeCertificate({ id: certificateId("b"), state: "RETIRING" })],
    });
    await user.click(await revokeButton("b"));
    expect(await screen.findByRole("dialog", { name: "Revoke certificate bbbbbbbb of CHI0001?" })).toBeInTheDocument();
    expect(screen.queryByText(/only valid certificate/)).toBeNull();
  });
});

describe("replacement dialog", () => {
  const until = timeAgo(-DAY);

  test("allows a replacement and shows until when", async () => {
    const { user, server } = renderPanel(
      {},
      { handlers: { allowFridgeReplacement: () => makeConnection({ replacementUntil: until, version: 3 }) } },
    );
    await user.click(await screen.findByRole("button", { name: "Replace computer" }));
    await user.type(await screen.findByLabelText(/^Reason/), "Defective");
    await press(user, "Allow for 24 hours");
    expect(await screen.findByText(/A new computer can request a certificate until/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "End replacement" })).toBeInTheDocument();
    expect(server.calls.find(({ name }) => name === "allowFridgeReplacement")?.input).toEqual({
      id: "CHI0001",
      allow: true,
      reason: "Defective",
      version: 2,
    });
  });

  test("ends a replacement", async () => {
    const { user, server } = renderPanel(
      { replacementUntil: until },
      { handlers: { allowFridgeReplacement: () => makeConnection({ version: 3 }) } },
    );
    await user.click(await screen.findByRole("button", { name: "End replacement" }));
    await user.type(await screen.findByLabelText(/^Reason/), "Not needed");
    await press(user, "End replacement");
    expect(await screen.findByRole("button", { name: "Replace computer" })).toBeInTheDocument();
    expect(server.calls.find(({ name }) => name === "allowFridgeReplacement")?.input).toMatchObject({ allow: false });
  });

  test("keeps the reason if the server fails", async () => {
    const allowFridgeReplacement = () => {
      throw new ServerError("Internal", "");
    };
    const { user } = renderPanel({}, { handlers: { allowFridgeReplacement } });
    await user.click(await screen.findByRole("button", { name: "Replace computer" }));
    await user.type(await screen.findByLabelText(/^Reason/), "Defective");
    await press(user, "Allow for 24 hours");
    expect(await screen.findByText(/The change could not be saved/)).toBeInTheDocument();
    expect(screen.getByLabelText(/^Reason/)).toHaveValue("Defective");
  });
});

describe("issue dialog", () => {
  const issued = makeCertificate({ id: certificateId("c"), state: "ISSUED", how: "STAFF" });

  async function openDialog(issueFridgeCertificate: Handler) {
    const app = renderPanel({}, { handlers: { issueFridgeCertificate } });
    await app.user.click(await screen.findByRole("button", { name: "Issue certificate" }));
    return { ...app, request: await screen.findByLabelText(/^Certificate signing request/) };
  }

  const succeed = () => ({
    certificateId: issued.id,
    certificatePem: PEM,
    connection: makeConnection({ certificates: [issued, makeCertificate()], version: 3 }),
  });

  test("checks the request and the reason before it sends them", async () => {
    const { user, server, request } = await openDialog(succeed);
    await user.click(request);
    await user.paste("-----BEGIN EC PRIVATE KEY-----");
    await press(user, "Issue certificate");
    expect(await screen.findByText(/contains a private key/)).toBeInTheDocument();
    expect(screen.getByText("Enter a reason")).toBeInTheDocument();
    expect(server.calls.some(({ name }) => name === "issueFridgeCertificate")).toBe(false);
  });

  test("shows the certificate once, which can be copied and downloaded", async () => {
    const download = stubDownload();
    const { user, server, request } = await openDialog(succeed);
    await user.click(request);
    await user.paste(`${REQUEST}\n`);
    await user.type(screen.getByLabelText(/^Reason/), "First setup");
    await press(user, "Issue certificate");
    expect(await screen.findByRole("textbox", { name: "Certificate" })).toHaveValue(PEM);
    expect(server.calls.find(({ name }) => name === "issueFridgeCertificate")?.input).toEqual({
      id: "CHI0001",
      certificateSigningRequest: REQUEST,
      reason: "First setup",
    });
    await press(user, "Copy");
    expect(await navigator.clipboard.readText()).toBe(PEM);
    await press(user, "Download");
    expect(await download()).toBe(PEM);
    await press(user, "Close");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await revokeButton("c")).toBeInTheDocument();
  });

  test("asks before it closes without the certificate being copied or downloaded", async () => {
    const { user, request } = await openDialog(succeed);
    await user.click(request);
    await user.paste(REQUEST);
    await user.type(screen.getByLabelText(/^Reason/), "First setup");
    await press(user, "Issue certificate");
    await screen.findByRole("textbox", { name: "Certificate" });
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: "Back to the certificate" }));
    expect(await screen.findByRole("textbox", { name: "Certificate" })).toHaveValue(PEM);
  });

  test("shows the server's errors at the fields and keeps the input", async () => {
    const message = "The key must be an EC key";
    const { user, request } = await openDialog(() => {
      throw new ServerError("Invalid", "", { errors: [{ field: "certificateSigningRequest", message }] });
    });
    await user.click(request);
    await user.paste(REQUEST);
    await user.type(screen.getByLabelText(/^Reason/), "First setup");
    await press(user, "Issue certificate");
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(request).toHaveValue(REQUEST);
    expect(screen.getByLabelText(/^Reason/)).toHaveValue("First setup");
  });

  test("reads the request from a file, but not from a large one", async () => {
    const { user, request } = await openDialog(succeed);
    const input = screen.getByLabelText("Or choose its file");
    await user.upload(input, new File(["x".repeat(10_000)], "disk.pem"));
    expect(await screen.findByText(/too large/)).toBeInTheDocument();
    await user.upload(input, new File([REQUEST], "fridge.csr"));
    await waitFor(() => expect(request).toHaveValue(REQUEST));
    expect(screen.queryByText(/too large/)).toBeNull();
  });
});
