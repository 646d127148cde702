import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";

const bob = {
  user: "id-bob",
  email: "bob@larder.example",
  actions: ["GetAllLocation"],
  enabled: true,
  invited: false,
  driver: false,
};

const administrators = () => ["admin@larder.example"];

describe("Why can't I…? (USR-10)", () => {
  test("explains to a user without ManagePermissions what is missing and whom to ask", async () => {
    renderApp("/users/access?question=PUT /forecast/update", {
      profile: "read-only",
      handlers: { administrators, featureFlags: () => [] },
    });
    expect(await screen.findByText("read-only@larder.example cannot do this.")).toBeDefined();
    expect(await screen.findByText("Ask admin@larder.example for UpdateForecast.")).toBeDefined();
    expect(screen.queryByLabelText("Person")).toBeNull();
  });

  test("finds an action by its description", async () => {
    const { user } = renderApp("/users/access", {
      profile: "read-only",
      handlers: { administrators, featureFlags: () => [] },
    });
    await user.click(await screen.findByRole("combobox", { name: "Action" }));
    await user.paste("generates a single-use");
    await user.click(await screen.findByRole("option", { name: /Generates a single-use code/ }));
    expect(await screen.findByText(/Ask admin@larder.example for GenerateCoupon/)).toBeDefined();
  });

  test("explains to an administrator the access of a colleague", async () => {
    const { user } = renderApp("/users/access", {
      handlers: {
        administrators,
        featureFlags: () => [],
        "GET /users/permissions": () => ({ items: [bob] }),
        staffFlags: () => ({ items: [{ user: bob.user, email: bob.email, flags: [] }], nextToken: null }),
        lastSignIn: () => null,
        permissionHistory: () => ({ items: [], nextToken: null }),
      },
    });
    await screen.findByRole("option", { name: bob.email });
    await user.selectOptions(screen.getByLabelText("Person"), bob.email);
    await user.click(screen.getByRole("combobox", { name: "Action" }));
    await user.paste("Permission UpdateLocation");
    await user.tab();
    expect(await screen.findByText("bob@larder.example cannot do this.")).toBeDefined();
    const link = screen.getByRole("link", { name: "Change the permissions of bob@larder.example" });
    expect(link.getAttribute("href")).toBe("/users/permissions?text=bob%40larder.example");
  });
});
