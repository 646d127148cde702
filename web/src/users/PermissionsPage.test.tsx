import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";
import { Refusal, type Answer } from "../../test/server";

const person = (name: string, actions: readonly string[], more = {}) => ({
  user: name === "admin" ? "sub-of-admin" : `id-${name}`,
  email: `${name}@larder.example`,
  actions,
  enabled: true,
  invited: false,
  ...more,
});

function open(answers: Readonly<Record<string, Answer>> = {}, address = "/users/permissions") {
  const staff = [
    person("admin", ["ManagePermissions"]),
    person("bob", ["GetAllLocation", "VanTasks"]),
    person("cleo", [], { enabled: false }),
  ];
  return renderApp(address, {
    answers: {
      "GET /users/permissions": () => ({ items: staff.slice(0, 2), nextToken: "2" }),
      "GET /users/permissions?nextToken=2": () => ({ items: staff.slice(2) }),
      ...answers,
    },
  });
}

const card = (name: string) => screen.findByRole("region", { name: `${name}@larder.example` });

describe("user permissions (2, 6)", () => {
  test("all staff are listed with a remove button for each action", async () => {
    open();
    const bob = within(await card("bob"));
    expect(bob.getAllByRole("button", { name: /^Remove/ })).toHaveLength(2);
    expect(within(await card("cleo")).getByText("Nothing was granted")).toBeDefined();
    expect(screen.getByText("3 people")).toBeDefined();
  });

  test("the add form grants one action to one user at a time", async () => {
    const granted = person("bob", ["GetAllLocation", "UpdateLocation", "VanTasks"]);
    const { user, server } = open({ "POST /users/permissions": () => granted });
    await user.selectOptions(await screen.findByLabelText("User"), "bob@larder.example");
    await user.selectOptions(screen.getByLabelText("Action"), "UpdateLocation");
    await user.click(screen.getByRole("button", { name: "Add" }));
    await waitFor(async () => expect(within(await card("bob")).getByText("UpdateLocation")).toBeDefined());
    const call = server.calls.find(({ name }) => name === "POST /users/permissions");
    expect(call?.input).toEqual({ user: "id-bob", action: "UpdateLocation" });
  });

  test("what somebody has already cannot be added", async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText("User"), "bob@larder.example");
    await user.selectOptions(screen.getByLabelText("Action"), "VanTasks");
    expect(screen.getByRole("button", { name: "Add" }).title).toBe("bob@larder.example has VanTasks already");
  });

  test("an action is removed by its button", async () => {
    const { user } = open({ "POST /users/permissions/remove": () => person("bob", ["VanTasks"]) });
    await user.click(await screen.findByRole("button", { name: "Remove GetAllLocation from bob@larder.example" }));
    await waitFor(async () => expect(within(await card("bob")).queryByText("GetAllLocation")).toBeNull());
  });

  test("a failure says 'Error! User Action Prohibited!', and what was chosen is kept", async () => {
    const { user } = open({
      "POST /users/permissions": () => {
        throw new Refusal("Forbidden", "Error! User Action Prohibited!");
      },
    });
    await user.selectOptions(await screen.findByLabelText("User"), "bob@larder.example");
    await user.selectOptions(screen.getByLabelText("Action"), "UpdateLocation");
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByText("Error! User Action Prohibited!")).toBeDefined();
    expect(screen.getByLabelText<HTMLSelectElement>("Action").value).toBe("UpdateLocation");
  });

  test("the last administrator cannot lose ManagePermissions: the server's words are shown", async () => {
    const message =
      "The last person who can manage permissions cannot lose ManagePermissions. Grant it to somebody else first.";
    const { user } = open({
      "POST /users/permissions/remove": () => {
        throw new Refusal("Conflict", message);
      },
    });
    await user.click(await screen.findByRole("button", { name: "Remove ManagePermissions from admin@larder.example" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText(message)).toBeDefined();
  });

  test("one user's permissions are copied to another in one call", async () => {
    const { user, server } = open({
      copyPermissions: () => ({ ...person("bob", ["GetAllLocation", "ManagePermissions", "VanTasks"]) }),
    });
    await user.click(await screen.findByRole("button", { name: "Copy from… to bob@larder.example" }));
    await user.selectOptions(screen.getByLabelText("As"), "admin@larder.example (1)");
    await user.click(screen.getByRole("button", { name: "Add 1 action" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(
      server.calls.at(-1)?.name === "copyPermissions" || server.calls.some(({ name }) => name === "copyPermissions"),
    ).toBe(true);
    expect(within(await card("bob")).getByText("ManagePermissions")).toBeDefined();
  });

  test("what somebody can do, and why", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "What they can do: bob@larder.example" }));
    await user.type(screen.getByLabelText("Find an operation"), "PATCH /locations/{{id}");
    const row = await screen.findByRole("row", { name: /PATCH \/locations\/\{id\}/ });
    expect(within(row).getByText("Needs UpdateLocation")).toBeDefined();
  });

  test("the history tells who changed what", async () => {
    const change = {
      id: "1",
      at: "2026-11-21T10:00:00.000Z",
      user: "admin@larder.example",
      event: "GRANTED",
      given: ["VanTasks"],
      taken: [],
      reason: null,
    };
    const { user } = open({ permissionHistory: () => ({ items: [change], nextToken: null }) });
    await user.click(await screen.findByRole("button", { name: "History of bob@larder.example" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect((await dialog.findByText("Granted")).parentElement?.textContent).toBe("Granted VanTasks");
    expect(dialog.getByText(/by admin@larder.example/)).toBeDefined();
  });

  test("an account is disabled after a question, and never one's own", async () => {
    const account = { user: "id-bob", email: "bob@larder.example", enabled: false, invited: false };
    const { user } = open({ setStaffAccountEnabled: () => account });
    const own = await screen.findByRole("button", { name: "Disable admin@larder.example" });
    expect(own.getAttribute("aria-disabled")).toBe("true");
    await user.click(screen.getByRole("button", { name: "Disable bob@larder.example" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Disable" }));
    expect(await screen.findByRole("button", { name: "Enable bob@larder.example" })).toBeDefined();
  });

  test("somebody is invited by e-mail; what is none is told at the field", async () => {
    const made = { user: "id-dan", email: "dan@larder.example", enabled: true, invited: true };
    const { user } = open({ createStaffAccount: () => made });
    await user.click(await screen.findByRole("button", { name: "Invite somebody" }));
    await user.type(screen.getByLabelText(/E-mail/), "dan@larder");
    await user.click(screen.getByRole("button", { name: "Invite" }));
    expect(await screen.findByText("The e-mail address is not valid")).toBeDefined();
    await user.type(screen.getByLabelText(/E-mail/), ".example");
    await user.click(screen.getByRole("button", { name: "Invite" }));
    expect(within(await card("dan")).getByText("Invited")).toBeDefined();
  });

  test("an invitation is sent again to an account that has not accepted it, and to no other", async () => {
    const dan = person("dan", [], { invited: true });
    const { user, server } = open({
      "GET /users/permissions?nextToken=2": () => ({ items: [dan] }),
      resendInvitation: () => ({ user: dan.user, email: dan.email, enabled: true, invited: true }),
    });
    await card("dan");
    expect(screen.getAllByRole("button", { name: /^Resend invitation/ })).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Resend invitation to dan@larder.example" }));
    expect(
      await screen.findByText("A new invitation was sent to dan@larder.example. It is valid for 7 days."),
    ).toBeDefined();
    expect(server.calls.find(({ name }) => name === "resendInvitation")?.input).toEqual({ user: "id-dan" });
  });

  test("people are narrowed by the address", async () => {
    open({}, "/users/permissions?text=van");
    expect(await card("bob")).toBeDefined();
    expect(screen.queryByRole("region", { name: "cleo@larder.example" })).toBeNull();
    expect(screen.getByText("1 of 3")).toBeDefined();
  });

  test("who may not manage permissions is told so", async () => {
    renderApp("/users/permissions", { profile: "operations" });
    expect(await screen.findByText("Your permissions do not let you manage permissions")).toBeDefined();
  });

  test("an administrator without MFA is led to the account page", async () => {
    const message =
      "Managing permissions requires an authenticator app. Set it up on your account page (/account), then try again.";
    open({
      "GET /users/permissions": () => {
        throw new Refusal("Forbidden", message);
      },
    });
    expect(await screen.findByText(message)).toBeDefined();
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Account and security" }).getAttribute("href")).toBe("/account");
  });

  test("a failure to load offers to try again", async () => {
    let calls = 0;
    const { user } = open({
      "GET /users/permissions": () => {
        calls += 1;
        if (calls === 1) throw new Refusal("Internal", "");
        return { items: [person("bob", [])], nextToken: null };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Retry" }));
    expect(await card("bob")).toBeDefined();
  });
});

test("the reference table of function groups, and the operations with what they need", async () => {
  open({}, "/users/permissions?look=reference");
  const groups = within(await screen.findByRole("region", { name: "Function groups" }));
  expect(groups.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
    "Driver",
    "View Fridges",
    "Edit Fridges",
    "Scheduling Fridge Changes",
  ]);
  const operation = screen.getByRole("row", { name: /^POST \/locations locations/ });
  expect(within(operation).getByText("CreateLocation")).toBeDefined();
});

describe("feature flags", () => {
  const staffFlags = () => ({
    items: [{ user: "id-bob", email: "bob@larder.example", flags: ["drop-override"] }],
    nextToken: null,
  });

  test("a flag is turned on for somebody by its box", async () => {
    const { user, server } = open(
      {
        staffFlags,
        setFeatureFlag: () => ({ user: "id-bob", email: "bob@larder.example", flags: ["drop-override", "jofemar"] }),
      },
      "/users/permissions?look=flags",
    );
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "jofemar for bob@larder.example" });
    expect(box.checked).toBe(false);
    await user.click(box);
    await waitFor(() => expect(box.checked).toBe(true));
    const call = server.calls.find(({ name }) => name === "setFeatureFlag");
    expect(call?.input).toEqual({ input: { email: "bob@larder.example", flag: "jofemar", on: true } });
  });

  test("a refusal is told in the row, and the box is as it was", async () => {
    const { user } = open(
      {
        staffFlags,
        setFeatureFlag: () => {
          throw new Refusal("Forbidden", "Error! User Action Prohibited!");
        },
      },
      "/users/permissions?look=flags",
    );
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "drop-override for bob@larder.example" });
    await user.click(box);
    expect(await screen.findByText("Error! User Action Prohibited!")).toBeDefined();
    expect(box.checked).toBe(true);
  });
});
