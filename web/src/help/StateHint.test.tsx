import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../../test/renderApp";
import { COMMAND_STATES } from "./commandStates";
import { StateHint } from "./StateHint";

test("the definition of a state is visible while its button has the focus", async () => {
  const { user } = renderPart(<StateHint definition={COMMAND_STATES.EXPIRED} />);
  expect(screen.queryByRole("tooltip")).toBeNull();
  await user.tab();
  const tooltip = await screen.findByRole("tooltip");
  expect(tooltip.textContent).toContain("The fridge did not receive it within 5 minutes.");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "What “Expired” means" }));
});
