import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler } from "../../test/server";

const person = (name: string, actions: readonly string[], overrides = {}) => ({
  user: name === "admin" ? "sub-of-admin" : `id-${name}`,
  email: `${name}@larder.example`,
  actions,
  enabled: true,
  invited: false,
  driver: false,
  ...overrides,
});

const ROLES = [
  {
    id: "viewer",
    name: "Viewer",
    actions: ["GetAllLocation"],
    flags: ["jofemar"],
    version: 2,
    hasDefault: false,
  },
  { id: "planner", name: "Planner", actions: ["UploadPars"], flags: [], version: 1, hasDefault: true },
];

const staffFlagsOf = (flags: Readonly<Record<string, readonly string[]>>) => () => ({
  items: Object.entries(flags).map(([name, on]) => {
    const { user, email } = person(name, []);
    return { user, email, flags: on };
  }),
  nextToken: null,
});

/** The response to a changed permission. */
function permissions(name: string, actions: readonly string[]) {
  const { user, email } = person(name, []);
  return { user, email, actions };
}

function open(handlers: Readonly<Record<string, Handler>> = {}, address = "/users/permissions") {
  const staff = [
    person("admin", ["ManagePermissions"]),
    person("bob", ["GetAllLocation", "VanTasks"]),
    person("cleo", [], { enabled: false }),
  ];
  return renderApp(address, {
    handlers: {
      "GET /users/permissions": () => ({ items: staff.slice(0, 2), nextToken: "2" }),
      "GET /users/permissions?nextToken=2": () => ({ items: staff.slice(2) }),
      roles: () => ROLES,
      staffFlags: staffFlagsOf({ admin: ["jofemar"], bob: [] }),
      ...handlers,
    },
  });
}

const card = (name: string) => screen.findByRole("region", { name: `${name}@larder.example` });

describe("user permissions (USR-1)", () => {
  test("lists all staff with a remove button for each action", async () => {
    open();
    const bob = within(await card("bob"));
    expect(bob.getAllByRole("button", { name: /^Remove/ })).toHaveLength(2);
    expect(within(await card("cleo")).getByText("No permissions granted")).toBeDefined();
    expect(screen.getByText("3 people")).toBeDefined();
  });

  test("grants one action to one user with the add form", async () => {
    const granted = permissions("bob", ["GetAllLocation", "UpdateLocation", "VanTasks"]);
    const { user, server } = open({ "POST /users/permissions": () => granted });
    await user.selectOptions(await screen.findByLabelText("User"), "bob@larder.example");
    await user.selectOptions(screen.getByLabelText("Action"), "UpdateLocation");
    await user.click(screen.getByRole("button", { name: "Add" }));
    await waitFor(async () => expect(within(await card("bob")).getByText("UpdateLocation")).toBeDefined());
    const call = server.calls.find(({ name }) => name === "POST /users/permissions");
    expect(call?.input).toEqual({ user: "id-bob", action: "UpdateLocation" });
  });

  test("does not add an action that the user already has", async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText("User"), "bob@larder.example");
    await user.selectOptions(screen.getByLabelText("Action"), "VanTasks");
    expect(screen.getByRole("button", { name: "Add" }).title).toBe("bob@larder.example already has VanTasks");
  });

  test("removes an action with its button", async () => {
    const { user } = open({ "POST /users/permissions/remove": () => permissions("bob", ["VanTasks"]) });
    await user.click(await screen.findByRole("button", { name: "Remove GetAllLocation from bob@larder.example" }));
    await waitFor(async () => expect(within(await card("bob")).queryByText("GetAllLocation")).toBeNull());
  });

  test("shows 'Error! User Action Prohibited!' on failure, and keeps the selection", async () => {
    const { user } = open({
      "POST /users/permissions": () => {
        throw new ServerError("Forbidden", "Error! User Action Prohibited!");
      },
    });
    await user.selectOptions(await screen.findByLabelText("User"), "bob@larder.example");
    await user.selectOptions(screen.getByLabelText("Action"), "UpdateLocation");
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByText("Error! User Action Prohibited!")).toBeDefined();
    expect(screen.getByLabelText<HTMLSelectElement>("Action").value).toBe("UpdateLocation");
  });

  test("shows the server's message when the last administrator would lose ManagePermissions", async () => {
    const message =
      "The last person who can manage permissions cannot lose ManagePermissions. Grant it to another user first.";
    const { user } = open({
      "POST /users/permissions/remove": () => {
        throw new ServerError("Conflict", message);
      },
    });
    await user.click(await screen.findByRole("button", { name: "Remove ManagePermissions from admin@larder.example" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText(message)).toBeDefined();
  });

  test("copies one user's permissions and flags to another in one request, after a preview", async () => {
    const { user, server } = open({
      copyPermissions: () => ({
        ...permissions("bob", ["GetAllLocation", "ManagePermissions", "VanTasks"]),
        flags: ["jofemar"],
      }),
    });
    await user.click(await screen.findByRole("button", { name: "Copy permissions to bob@larder.example" }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("option", { name: "admin@larder.example (2)" });
    await user.selectOptions(dialog.getByLabelText("Copy from"), "admin@larder.example (2)");
    expect(dialog.getByText("Added (2)").nextElementSibling?.textContent).toBe("ManagePermissionsjofemar");
    expect(dialog.getByText("Removed (0)")).toBeDefined();
    expect(dialog.getByText("Kept (2)").nextElementSibling?.textContent).toBe("GetAllLocationVanTasks");
    await user.click(dialog.getByRole("button", { name: "Add 2 permissions" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(
      server.calls.at(-1)?.name === "copyPermissions" || server.calls.some(({ name }) => name === "copyPermissions"),
    ).toBe(true);
    expect(within(await card("bob")).getByText("ManagePermissions")).toBeDefined();
  });

  test("shows the role that fits each person (USR-8)", async () => {
    open({ staffFlags: staffFlagsOf({ admin: [], bob: ["jofemar"] }) });
    expect(await within(await card("bob")).findByText("Viewer + 1")).toBeDefined();
    expect(within(await card("admin")).getByText("Custom")).toBeDefined();
  });

  test("applies a role after a preview of the difference (USR-7)", async () => {
    const { user, server } = open({
      applyRole: () => ({ ...permissions("bob", ["GetAllLocation"]), flags: ["jofemar"] }),
    });
    await user.click(await screen.findByRole("button", { name: "Apply a role to bob@larder.example" }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("option", { name: "Viewer" });
    await user.selectOptions(dialog.getByLabelText("Role"), "Viewer");
    expect(dialog.getByText("Added (1)").nextElementSibling?.textContent).toBe("jofemar");
    expect(dialog.getByText("Removed (1)").nextElementSibling?.textContent).toBe("VanTasks");
    expect(dialog.getByText("Kept (1)").nextElementSibling?.textContent).toBe("GetAllLocation");
    await user.click(dialog.getByRole("button", { name: "Apply role" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.calls.find(({ name }) => name === "applyRole")?.input).toEqual({
      input: { user: "id-bob", role: "viewer", version: 2, actions: ["GetAllLocation", "VanTasks"], flags: [] },
    });
    const bob = within(await card("bob"));
    expect(bob.queryByText("VanTasks")).toBeNull();
    expect(bob.getByText("Viewer")).toBeDefined();
  });

  test("shows the server's message when the person changed after the preview", async () => {
    const message = "The permissions of bob@larder.example changed while you were working. Check them and try again.";
    const { user } = open({
      applyRole: () => {
        throw new ServerError("Conflict", message);
      },
    });
    await user.click(await screen.findByRole("button", { name: "Apply a role to bob@larder.example" }));
    await screen.findByRole("option", { name: "Viewer" });
    await user.selectOptions(screen.getByLabelText("Role"), "Viewer");
    await user.click(screen.getByRole("button", { name: "Apply role" }));
    expect(await screen.findByText(message)).toBeDefined();
  });

  test("lists drivers separately from staff (USR-9)", async () => {
    const driver = person("carlos", [], { driver: true });
    const { user } = open({ "GET /users/permissions?nextToken=2": () => ({ items: [driver] }) });
    expect(await screen.findByText("2 people, 1 driver")).toBeDefined();
    expect(screen.queryByRole("region", { name: driver.email })).toBeNull();
    await user.click(screen.getByRole("radio", { name: "Drivers" }));
    expect(await card("carlos")).toBeDefined();
    expect(screen.queryByRole("region", { name: "bob@larder.example" })).toBeNull();
  });

  test("shows which operations a user can perform, and why", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "View access of bob@larder.example" }));
    await user.type(await screen.findByLabelText("Find an operation"), "PATCH /locations/{{id}");
    const row = await screen.findByRole("row", { name: /PATCH \/locations\/\{id\}/ });
    expect(within(row).getByText("Needs UpdateLocation")).toBeDefined();
  });

  test("shows who changed which permission in the history", async () => {
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

  test("disables an account after confirmation, but never the user's own", async () => {
    const account = { user: "id-bob", email: "bob@larder.example", enabled: false, invited: false };
    const { user } = open({ setStaffAccountEnabled: () => account });
    const own = await screen.findByRole("button", { name: "Disable admin@larder.example" });
    expect(own.getAttribute("aria-disabled")).toBe("true");
    await user.click(screen.getByRole("button", { name: "Disable bob@larder.example" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Disable" }));
    expect(await screen.findByRole("button", { name: "Enable bob@larder.example" })).toBeDefined();
  });

  test("invites a user by email, and shows an invalid address at the field", async () => {
    const made = { user: "id-dan", email: "dan@larder.example", enabled: true, invited: true };
    const { user } = open({ createStaffAccount: () => made });
    await user.click(await screen.findByRole("button", { name: "Invite user" }));
    await user.type(await screen.findByLabelText(/Email/), "dan@larder");
    await user.click(screen.getByRole("button", { name: "Invite" }));
    expect(await screen.findByText("Enter a valid email address")).toBeDefined();
    await user.type(screen.getByLabelText(/Email/), ".example");
    await user.click(screen.getByRole("button", { name: "Invite" }));
    expect(within(await card("dan")).getByText("Invited")).toBeDefined();
  });

  test("shows the role of an account that was just invited (USR-8)", async () => {
    const made = { user: "id-dan", email: "dan@larder.example", enabled: true, invited: true };
    const { user } = open({
      createStaffAccount: () => made,
      applyRole: () => ({ ...permissions("dan", ["GetAllLocation"]), flags: ["jofemar"] }),
    });
    await user.click(await screen.findByRole("button", { name: "Invite user" }));
    await user.type(screen.getByLabelText(/Email/), made.email);
    await user.click(screen.getByRole("button", { name: "Invite" }));
    await user.click(await screen.findByRole("button", { name: `Apply a role to ${made.email}` }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("option", { name: "Viewer" });
    await user.selectOptions(dialog.getByLabelText("Role"), "Viewer");
    await user.click(dialog.getByRole("button", { name: "Apply role" }));
    expect(await within(await card("dan")).findByText("Viewer")).toBeDefined();
  });

  test("resends invitations only to accounts that have not accepted them", async () => {
    const dan = person("dan", [], { invited: true });
    const { user, server } = open({
      "GET /users/permissions?nextToken=2": () => ({ items: [dan] }),
      resendInvitation: () => ({ user: dan.user, email: dan.email, enabled: true, invited: true }),
    });
    await card("dan");
    expect(screen.getAllByRole("button", { name: /^Resend invitation/ })).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Resend invitation to dan@larder.example" }));
    expect(
      await screen.findByText("A new invitation was sent to dan@larder.example. It expires in 7 days."),
    ).toBeDefined();
    expect(server.calls.find(({ name }) => name === "resendInvitation")?.input).toEqual({ user: "id-dan" });
  });

  test("filters people by the URL parameters", async () => {
    open({}, "/users/permissions?text=van");
    expect(await card("bob")).toBeDefined();
    expect(screen.queryByRole("region", { name: "cleo@larder.example" })).toBeNull();
    expect(screen.getByText("1 of 3")).toBeDefined();
  });

  test("shows a message to users without ManagePermissions", async () => {
    renderApp("/users/permissions", { profile: "operations" });
    expect(await screen.findByText("You don't have permission to manage permissions")).toBeDefined();
    const link = screen.getByRole("link", { name: "See what is missing and whom to ask" });
    expect(link.getAttribute("href")).toBe("/users/access?question=ManagePermissions");
  });

  test("links to the account page when an administrator has no MFA", async () => {
    const message =
      "Managing permissions requires an authenticator app. Set it up on your account page (/account), then try again.";
    open({
      "GET /users/permissions": () => {
        throw new ServerError("Forbidden", message);
      },
    });
    expect(await screen.findByText(message)).toBeDefined();
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Account and security" }).getAttribute("href")).toBe("/account");
  });

  test("offers a retry when loading fails", async () => {
    let calls = 0;
    const { user } = open({
      "GET /users/permissions": () => {
        calls += 1;
        if (calls === 1) throw new ServerError("Internal", "");
        return { items: [person("bob", [])] };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Retry" }));
    expect(await card("bob")).toBeDefined();
  });
});

test("the reference lists the function groups, and the operations with their required actions (USR-2)", async () => {
  open({}, "/users/permissions?look=reference&text=POST /locations");
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

describe("the tooltip of an action in the reference", () => {
  test("counts the people with the action", async () => {
    open({}, "/users/permissions?look=reference");
    expect(await screen.findByTitle(/^Granted to 1 of 3 people\. Used by the driver app/)).toBeDefined();
  });

  test("has no count if the people could not be loaded", async () => {
    const fail = () => {
      throw new ServerError("Internal", "");
    };
    open({ "GET /users/permissions": fail }, "/users/permissions?look=reference");
    expect(await screen.findByRole("alert")).toBeDefined();
    expect(screen.queryByTitle(/^Granted to/)).toBeNull();
    expect(screen.getAllByTitle(/^Allows /).length).toBeGreaterThan(0);
  });
});

describe("feature flags", () => {
  const staffFlags = () => ({
    items: [{ user: "id-bob", email: "bob@larder.example", flags: ["drop-override"] }],
    nextToken: null,
  });

  test("turns on a flag with its checkbox", async () => {
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

  test("shows a rejected change in the row, and restores the checkbox", async () => {
    const { user } = open(
      {
        staffFlags,
        setFeatureFlag: () => {
          throw new ServerError("Forbidden", "Error! User Action Prohibited!");
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

describe("roles (USR-7)", () => {
  test("are listed with the people whom they fit", async () => {
    open({ staffFlags: staffFlagsOf({ bob: ["jofemar"] }) }, "/users/permissions?look=roles");
    const row = await screen.findByRole("row", { name: /^Viewer/ });
    await waitFor(() => expect(row.querySelector("[data-column=people]")?.textContent).toBe("1"));
    expect(within(row).getByText("GetAllLocation")).toBeDefined();
  });

  test("are created with selected actions and flags", async () => {
    const saved = { id: "depot-lead", name: "Depot lead", actions: [], flags: [], version: 1, hasDefault: false };
    const { user, server } = open({ saveRole: () => saved }, "/users/permissions?look=roles");
    await user.click(await screen.findByRole("button", { name: "New role" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(/^Name/), "Depot lead");
    await user.click(dialog.getByRole("checkbox", { name: "VanTasks" }));
    await user.click(dialog.getByRole("checkbox", { name: "jofemar" }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.calls.find(({ name }) => name === "saveRole")?.input).toEqual({
      input: { name: "Depot lead", actions: ["VanTasks"], flags: ["jofemar"], version: 0 },
    });
  });

  test("with a default are restored after confirmation", async () => {
    const { user, server } = open({ removeRole: () => null }, "/users/permissions?look=roles");
    await user.click(await screen.findByRole("button", { name: "Restore the default of Planner" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Restore" }));
    await waitFor(() =>
      expect(server.calls.find(({ name }) => name === "removeRole")?.input).toEqual({
        input: { id: "planner", version: 1 },
      }),
    );
  });
});

describe("the permission matrix (USR-9)", () => {
  test("shows the permissions of each person, and filters by role", async () => {
    const flags = staffFlagsOf({ bob: ["jofemar"] });
    const { user } = open({ staffFlags: flags }, "/users/permissions?look=matrix&group=View Fridges");
    const bob = await screen.findByRole("row", { name: /bob@larder.example/ });
    expect(bob.querySelector("[data-column=GetAllLocation]")?.textContent).toContain("Yes");
    expect(bob.querySelector("[data-column=GetSpecificLocation]")?.textContent).toBe("No");
    await screen.findByRole("option", { name: "Viewer + 1" });
    await user.selectOptions(screen.getByLabelText("Role"), "Viewer + 1");
    await waitFor(() => expect(screen.queryByRole("row", { name: /cleo@larder.example/ })).toBeNull());
    expect(screen.getByRole("row", { name: /bob@larder.example/ })).toBeDefined();
  });
});
