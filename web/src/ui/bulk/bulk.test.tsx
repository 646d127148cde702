import { screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { renderPart } from "../../../test/renderApp";
import { ApiError } from "../../api/errors";
import { formatPart } from "../../lib/formats";
import { BulkDialog, BulkNotice } from "./BulkDialog";
import { countOutcomes, useBulkAction } from "./useBulkAction";

interface Fridge {
  readonly id: string;
  readonly name: string;
}

const FRIDGES: readonly Fridge[] = Array.from({ length: 6 }, (_, index) => ({
  id: `CHI_${index}`,
  name: `Tower ${index}`,
}));
const idOf = ({ id }: Fridge) => id;
const nameOf = ({ name }: Fridge) => name;

function Screen({
  fridges,
  call,
}: {
  readonly fridges: readonly Fridge[];
  readonly call: (fridge: Fridge) => Promise<string>;
}) {
  const action = useBulkAction<Fridge>({ rowId: idOf, failure: "Unable to send" });
  return (
    <>
      <button type="button" title={action.disabledReason(fridges)} onClick={() => action.open(fridges)}>
        Open
      </button>
      <BulkNotice action={action} label="Reset" />
      <BulkDialog
        action={action}
        title="Reset 6 fridges?"
        rowName="fridge"
        objectOf={idOf}
        nameOf={nameOf}
        confirm="Reset"
        call={call}
      >
        <p>The fridges restart.</p>
      </BulkDialog>
    </>
  );
}

function renderScreen(call: (fridge: Fridge) => Promise<string>, fridges = FRIDGES) {
  // The question before the user leaves needs a router.
  const router = createMemoryRouter([{ path: "/", element: <Screen fridges={fridges} call={call} /> }]);
  return renderPart(<RouterProvider router={router} />);
}

const dialog = async () => within(await screen.findByRole("dialog"));
const resultsOf = (rows: readonly HTMLElement[]) =>
  rows.slice(1).map((row) =>
    within(row)
      .getAllByRole("cell")
      .slice(1)
      .map(({ textContent }) => textContent),
  );

describe("a bulk action (CMD-7)", () => {
  it("lists the rows, and calls nothing before the user confirms", async () => {
    const call = vi.fn(() => Promise.resolve("Sent"));
    const { user } = renderScreen(call);
    await user.click(await screen.findByRole("button", { name: "Open" }));
    const rows = (await dialog()).getAllByRole("row");
    expect(rows).toHaveLength(7);
    expect(rows[1]).toHaveTextContent("CHI_0Tower 0");
    expect((await dialog()).getByText("The fridges restart.")).toBeVisible();
    await user.click((await dialog()).getByRole("button", { name: "Cancel" }));
    expect(call).not.toHaveBeenCalled();
    expect(screen.queryByText("Show results")).toBeNull();
  });

  it("shows the result of each row, and retries only the failed rows", async () => {
    const failing = new Set(["CHI_2", "CHI_4"]);
    const call = vi.fn(({ id }: Fridge) =>
      failing.has(id)
        ? Promise.reject(new ApiError("invalid", `${id} is not a fridge`))
        : Promise.resolve(id === "CHI_1" ? "Already pending" : "Sent"),
    );
    const { user } = renderScreen(call);
    await user.click(await screen.findByRole("button", { name: "Open" }));
    await user.click((await dialog()).getByRole("button", { name: "Reset" }));
    expect(await (await dialog()).findByText("3 sent, 1 already pending, 2 failed")).toBeVisible();
    const results = resultsOf((await dialog()).getAllByRole("row"));
    expect(results[1]).toEqual(["Already pending", ""]);
    expect(results[2]).toEqual(["Failed", "CHI_2 is not a fridge"]);

    failing.delete("CHI_2");
    call.mockClear();
    await user.click((await dialog()).getByRole("button", { name: "Retry 2 failed" }));
    expect(await (await dialog()).findByText("4 sent, 1 already pending, 1 failed")).toBeVisible();
    expect(call.mock.calls.map(([{ id }]) => id)).toEqual(["CHI_2", "CHI_4"]);
  });

  it("continues and keeps its results when the dialog is closed", async () => {
    let release: () => void = () => undefined;
    const blocked = new Promise<string>((resolve) => {
      release = () => resolve("Sent");
    });
    const { user } = renderScreen(({ id }) => (id === "CHI_0" ? blocked : Promise.resolve("Sent")));
    await user.click(await screen.findByRole("button", { name: "Open" }));
    await user.click((await dialog()).getByRole("button", { name: "Reset" }));
    expect(await (await dialog()).findByText(`${formatPart(5, 6)} processed`)).toBeVisible();
    await user.click((await dialog()).getByRole("button", { name: "Close" }));
    expect(await screen.findByText("Reset: 5 sent, 1 waiting")).toBeVisible();
    expect(screen.getByRole("button", { name: "Open" }).title).toBe("Wait until the current rows are processed");
    release();
    expect(await screen.findByText("Reset: 6 sent")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show results" }));
    expect((await dialog()).getAllByText("Sent")).toHaveLength(6);
    await user.click((await dialog()).getByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("button", { name: "Dismiss results" }));
    await waitFor(() => expect(screen.queryByText("Reset: 6 sent")).toBeNull());
  });

  it("makes at most 4 calls at a time, and accepts at most 500 rows", async () => {
    const fridges = Array.from({ length: 501 }, (_, index) => ({ id: `CHI_${index}`, name: "" }));
    let [active, maxActive] = [0, 0];
    const call = async () => {
      maxActive = Math.max(maxActive, (active += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      active -= 1;
      return "Sent";
    };
    const { user } = renderScreen(call);
    await user.click(await screen.findByRole("button", { name: "Open" }));
    await user.click((await dialog()).getByRole("button", { name: "Reset" }));
    expect(await (await dialog()).findByText("6 sent")).toBeVisible();
    expect(maxActive).toBe(4);
    renderScreen(call, fridges);
    expect((await screen.findAllByTitle("Select at most 500 rows")).length).toBe(1);
  });
});

it("counts the status words first, then the failed and waiting rows", () => {
  expect(
    countOutcomes([
      { state: "waiting" },
      { state: "failed", reason: "No" },
      { state: "done", label: "Sent" },
      { state: "done", label: "Already pending" },
      { state: "done", label: "Sent" },
    ]),
  ).toEqual([
    ["Sent", 2],
    ["Already pending", 1],
    ["Failed", 1],
    ["Waiting", 1],
  ]);
});
