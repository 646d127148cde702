import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { stubDownload } from "../../../test/download";
import { actions, dateTime, id, link, number, status, tableColumns, text } from "./columns";
import { DataTable, type DataTableProps } from "./DataTable";
import { useSelection, type TableSelection } from "./selection";
import { TableButtons } from "./TableButtons";
import { TableUserContext } from "./TableUserContext";

interface Fridge {
  readonly id: string;
  readonly name: string | null;
  readonly stop: number | null;
  readonly reported: string | null;
  readonly state: string | null;
}

const fridge = (id: string, part: Partial<Fridge> = {}): Fridge => ({
  id,
  name: `Lobby of ${id}`,
  stop: 1250,
  reported: "2026-11-21",
  state: "LIVE",
  ...part,
});

const COLUMNS = tableColumns<Fridge>([
  id("id", { label: "Fridge", value: (row) => row.id, to: (row) => `/health/${row.id}`, rowHeader: true }),
  text("name", { label: "Name", value: (row) => row.name }),
  number("stop", { label: "Stop", value: (row) => row.stop }),
  dateTime("reported", { label: "Reported", value: (row) => row.reported, format: (day) => `on ${day}` }),
  status("state", { label: "State", value: (row) => row.state, tone: () => "positive" }),
  link("map", { label: "Map", value: () => "Show", to: (row) => `/map/${row.id}`, csv: false }),
  actions("open", { label: "Action", cell: (row) => <button type="button">Open {row.id}</button> }),
]);
const ROWS = [fridge("MSY_10", { stop: null }), fridge("MSY_2", { stop: 7 }), fridge("ORD_1")];

type Options = Partial<DataTableProps<Fridge>> & { readonly user?: string };

function tableOf({ user = "ann", ...props }: Options) {
  return (
    <MemoryRouter>
      <TableUserContext value={user}>
        <DataTable name="fridges" label="Fridges" columns={COLUMNS} rows={ROWS} rowId={(row) => row.id} {...props} />
      </TableUserContext>
    </MemoryRouter>
  );
}

function open(options: Options = {}) {
  const view = render(tableOf(options));
  return {
    user: userEvent.setup(),
    change: (next: Options) => view.rerender(tableOf(next)),
    unmount: view.unmount,
  };
}

const table = () => within(screen.getByRole("table", { name: "Fridges" }));
const ids = () =>
  table()
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);
const header = (name: string | RegExp) => table().getByRole("columnheader", { name });
const sortBy = (name: string) => within(header(new RegExp(name))).getByRole("button");
const optionsDialog = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole("button", { name: "Table options" }));
  return within(await screen.findByRole("dialog", { name: "Table options" }));
};

/** Renders cards, as on a phone. */
function useNarrowScreen() {
  const media = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.spyOn(window, "matchMedia").mockReturnValue(Object.assign(new EventTarget(), window.matchMedia("all"), media));
}

function Searchable(props: Options) {
  const [value, setValue] = useState("");
  return tableOf({ ...props, search: { label: "Find a fridge", value, onChange: setValue } });
}

function Selectable({ disabled, selection, ...props }: Options & { readonly disabled?: string }) {
  const selected = useSelection();
  return tableOf({
    ...props,
    selection: {
      ...selected,
      label: (row) => `Select ${row.id}`,
      disabledReason: (row) => (row.id === disabled ? "Already sent" : undefined),
      actions: (rows) => <output>{rows.map((row) => row.id).join(" ")}</output>,
      ...selection,
    },
  });
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
});

describe("columns", () => {
  test("show ids, text, numbers, times, status words, links and controls", () => {
    open();
    const row = within(table().getByRole("row", { name: /ORD_1/ }));
    expect(row.getByRole("rowheader").dataset).toMatchObject({ column: "id", type: "id", truncate: "true" });
    expect(row.getByRole("link", { name: "ORD_1" })).toHaveAttribute("href", "/health/ORD_1");
    const cells = row.getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      "Lobby of ORD_1",
      "1,250",
      "on 2026-11-21",
      "LIVE",
      "Show",
      "Open ORD_1",
    ]);
    expect(cells.map(({ dataset }) => dataset.align)).toEqual(["start", "end", "start", "start", "start", "start"]);
    expect(within(cells[3] as HTMLElement).getByText("LIVE").dataset.tone).toBe("positive");
    expect(row.getByRole("link", { name: "Show" })).toHaveAttribute("href", "/map/ORD_1");
    expect(row.getByRole("button", { name: "Open ORD_1" })).toBeVisible();
  });

  test("are empty without a value", () => {
    open({ rows: [fridge("MSY_1", { name: null, stop: null, reported: null, state: null })] });
    const cells = table().getAllByRole("cell").slice(0, 4);
    expect(cells.map(({ innerHTML }) => innerHTML)).toEqual(["", "", "", ""]);
  });

  test("keep the elements of their cells when the screen declares them again, such as each minute for an age", () => {
    const columnsAt = (minute: number) =>
      tableColumns<Fridge>([text("age", { label: "Age", value: () => minute, cell: () => <output>{minute}</output> })]);
    const { change } = open({ rows: [fridge("MSY_1")], columns: columnsAt(1) });
    const age = screen.getByText("1");
    change({ rows: [fridge("MSY_1")], columns: columnsAt(2) });
    expect(age).toBeInTheDocument();
    expect(age).toHaveTextContent("2");
  });

  test("have headers with their labels, of which controls cannot be sorted", () => {
    open();
    const headers = table().getAllByRole("columnheader");
    expect(headers.map(({ textContent }) => textContent)).toEqual(COLUMNS.map(({ label }) => label));
    expect(within(header("Action")).queryByRole("button")).toBeNull();
  });

  test("have a note in the header next to the button that sorts", () => {
    const note = id<Fridge>("id", { label: "Fridge", value: (row) => row.id, headerNote: <em>2 warnings</em> });
    open({ columns: [note] });
    const cell = header(/Fridge/);
    expect(within(cell).getByText("2 warnings")).toBeVisible();
    expect(within(cell).getByRole("button", { name: "Fridge" })).toBeVisible();
  });

  test("show the full text as a tooltip only if it is cut", () => {
    open();
    const [cell] = table().getAllByRole("cell");
    if (!cell) throw new Error("The table has no cell");
    fireEvent.pointerOver(cell);
    expect(cell).not.toHaveAttribute("title");
    vi.spyOn(cell, "scrollWidth", "get").mockReturnValue(200);
    fireEvent.pointerOver(cell);
    expect(cell).toHaveAttribute("title", "Lobby of MSY_10");
  });

  test("can have a footer of the listed rows", () => {
    const columns = tableColumns<Fridge>([
      text("name", { label: "Name", value: (row) => row.name, footer: () => "Total" }),
      number("stop", {
        label: "Stop",
        value: (row) => row.stop,
        footer: (rows) => rows.reduce((sum, { stop }) => sum + (stop ?? 0), 0),
      }),
    ]);
    open({ columns });
    const rows = table().getAllByRole("row");
    expect(rows.at(-1)).toHaveTextContent("Total1257");
  });
});

describe("sorting", () => {
  test("toggles from ascending to descending to the default order, with missing values last", async () => {
    const { user } = open();
    await user.click(sortBy("Stop"));
    expect(ids()).toEqual(["MSY_2", "ORD_1", "MSY_10"]);
    expect(header(/Stop/)).toHaveAttribute("aria-sort", "ascending");
    await user.click(sortBy("Stop"));
    expect(ids()).toEqual(["ORD_1", "MSY_2", "MSY_10"]);
    expect(header(/Stop/)).toHaveAttribute("aria-sort", "descending");
    await user.click(sortBy("Stop"));
    expect(ids()).toEqual(["MSY_10", "MSY_2", "ORD_1"]);
    expect(header("Stop")).not.toHaveAttribute("aria-sort");
  });

  test("starts descending if the column says so", async () => {
    const columns = tableColumns<Fridge>([
      id("id", { label: "Fridge", value: (row) => row.id, rowHeader: true }),
      number("stop", { label: "Stop", value: (row) => row.stop, descendingFirst: true }),
    ]);
    const { user } = open({ columns });
    await user.click(sortBy("Stop"));
    expect(ids()).toEqual(["ORD_1", "MSY_2", "MSY_10"]);
    await user.click(sortBy("Stop"));
    expect(ids()).toEqual(["MSY_2", "ORD_1", "MSY_10"]);
  });

  test("follows the parameter of the screen and reports the next one", async () => {
    const onSort = vi.fn<(sort: string) => void>();
    const { user } = open({ sort: "-id", onSort });
    expect(ids()).toEqual(["ORD_1", "MSY_10", "MSY_2"]);
    await user.click(sortBy("Stop"));
    expect(onSort).toHaveBeenCalledExactlyOnceWith("stop");
  });

  test("starts with the default sort until the user removes it", async () => {
    const { user } = open({ defaultSort: "-stop" });
    expect(ids()).toEqual(["ORD_1", "MSY_2", "MSY_10"]);
    await user.click(sortBy("Stop"));
    expect(ids()).toEqual(["MSY_10", "MSY_2", "ORD_1"]);
  });
});

describe("search and counts", () => {
  test("lists the rows that contain the text and counts them", async () => {
    render(<Searchable noMatches="No fridges match" />);
    expect(screen.getByRole("status")).toHaveTextContent("3 of 3");
    const user = userEvent.setup();
    await user.type(screen.getByRole("searchbox", { name: "Find a fridge" }), "msy");
    expect(ids()).toEqual(["MSY_10", "MSY_2"]);
    expect(screen.getByRole("status")).toHaveTextContent("2 of 3");
    await user.type(screen.getByRole("searchbox"), "!");
    expect(screen.getByText("No fridges match")).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("counts the rows before the filters of the screen, and marks a partly loaded list", () => {
    open({ total: 2312, onLoadMore: () => undefined });
    expect(screen.getByRole("status")).toHaveTextContent("3 of 2,312 loaded");
  });

  test("can use another count or none", () => {
    const { change } = open({ count: (listed, total) => `${listed.length} fridges of ${total}` });
    expect(screen.getByRole("status")).toHaveTextContent("3 fridges of 3");
    change({ count: null });
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("shows charts of the rows that match the search", async () => {
    render(<Searchable charts={(listed) => <output aria-label="Chart">{listed.length} fridges</output>} />);
    const user = userEvent.setup();
    expect(screen.getByLabelText("Chart")).toHaveTextContent("3 fridges");
    await user.type(screen.getByLabelText("Find a fridge"), "msy");
    await waitFor(() => expect(screen.getByLabelText("Chart")).toHaveTextContent("2 fridges"));
    await user.type(screen.getByLabelText("Find a fridge"), "xyz");
    await waitFor(() => expect(screen.queryByLabelText("Chart")).toBeNull());
  });

  test("shows an empty state without rows", () => {
    open({ rows: [], empty: "No fridges" });
    expect(screen.getByText("No fridges")).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("loads more rows", async () => {
    const onLoadMore = vi.fn<() => void>();
    const { user } = open({ onLoadMore });
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(onLoadMore).toHaveBeenCalledOnce();
  });
});

describe("the CSV file", () => {
  test("contains the values of the listed rows in their order, without controls, with escaped formulas", async () => {
    const csv = stubDownload();
    const rows = [fridge("MSY_2", { name: "=1+1", stop: 1250 }), fridge("MSY_1", { name: "A, B" })];
    const { user } = open({ rows, csvName: "fridges.csv", sort: "id" });
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect((await csv()).replace("\uFEFF", "").split("\r\n")).toEqual([
      "Fridge,Name,Stop,Reported,State",
      'MSY_1,"A, B",1250,2026-11-21,LIVE',
      "MSY_2,'=1+1,1250,2026-11-21,LIVE",
      "",
    ]);
  });

  test("cannot be exported without rows", () => {
    render(<Searchable csvName="fridges.csv" rows={[]} />);
    expect(screen.getByRole("button", { name: "Export CSV" })).toHaveAccessibleDescription("No rows to export");
  });

  test("has the columns of the screen instead of the table's", async () => {
    const saved = stubDownload();
    const { user } = open({ csvName: "fridges.csv", csvColumns: [{ header: "stop", value: (row) => row.stop }] });
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect(await saved()).toBe("\uFEFFstop\r\n\r\n7\r\n1250\r\n");
  });
});

test("the buttons are in the toolbar of the screen, also without rows", () => {
  function Screen() {
    const [toolbarElement, setToolbarElement] = useState<HTMLElement | null>(null);
    return (
      <>
        <div role="toolbar" aria-label="Fridges">
          <TableButtons ref={setToolbarElement} />
        </div>
        {tableOf({ rows: [], csvName: "fridges.csv", actions: <button type="button">Refresh</button>, toolbarElement })}
      </>
    );
  }
  render(<Screen />);
  const buttons = within(screen.getByRole("toolbar")).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Refresh", "Export CSV", "Table options"]);
  expect(screen.getAllByRole("button")).toHaveLength(3);
});

describe("selection", () => {
  const box = (name: string) => screen.getByRole("checkbox", { name });
  const chosen = () => screen.queryByText(/^\w+_\d+( \w+_\d+)*$/, { selector: "output" })?.textContent ?? "";
  const rows = ["A_1", "A_2", "B_3", "A_4"].map((name) => fridge(name));

  test("selects single rows and offers actions for them", async () => {
    render(<Selectable rows={rows} />);
    const user = userEvent.setup();
    await user.click(box("Select A_2"));
    expect(chosen()).toBe("A_2");
    expect(table().getByRole("row", { name: /A_2/ }).dataset.selected).toBe("");
    await user.click(box("Select A_2"));
    expect(chosen()).toBe("");
  });

  test("selects the range since the last change with Shift, in the displayed order", async () => {
    render(<Selectable rows={rows} sort="-id" disabled="A_2" />);
    const user = userEvent.setup();
    await user.click(box("Select A_4"));
    await user.keyboard("{Shift>}");
    await user.click(box("Select A_1"));
    await user.keyboard("{/Shift}");
    expect(chosen()).toBe("A_1 A_4");
  });

  test("selects all listed rows that can be selected", async () => {
    const selection: Partial<TableSelection<Fridge>> = { allLabel: "Select all fridges" };
    render(<SearchableSelection rows={rows} disabled="A_2" selection={selection as TableSelection<Fridge>} />);
    const user = userEvent.setup();
    await user.type(screen.getByRole("searchbox"), "A_");
    await user.click(box("Select all fridges"));
    expect(chosen()).toBe("A_1 A_4");
    await user.clear(screen.getByRole("searchbox"));
    expect(box("Select all fridges")).toHaveProperty("indeterminate", true);
    expect(box("Select A_2")).toBeDisabled();
    expect(box("Select A_2")).toHaveAttribute("title", "Already sent");
  });

  function SearchableSelection(props: Parameters<typeof Selectable>[0]) {
    const [value, setValue] = useState("");
    return <Selectable {...props} search={{ label: "Find", value, onChange: setValue }} />;
  }
});

describe("groups", () => {
  const groups: DataTableProps<Fridge>["groups"] = {
    of: (row) => row.id.slice(0, 3),
    header: ({ key }) => `ROUTE: ${key}`,
    summary: ({ rows, all }) => `${rows.length} of ${all.length} stops`,
  };

  test("have a header and a summary, and are sorted inside", async () => {
    const { user } = open({ groups });
    const texts = () =>
      table()
        .getAllByRole("row")
        .slice(1)
        .map((row) => (row.dataset.group ? row.textContent : within(row).getByRole("rowheader").textContent));
    expect(texts()).toEqual(["ROUTE: MSY", "MSY_10", "MSY_2", "2 of 2 stops", "ROUTE: ORD", "ORD_1", "1 of 1 stops"]);
    await user.click(sortBy("Fridge"));
    expect(texts().slice(0, 3)).toEqual(["ROUTE: MSY", "MSY_2", "MSY_10"]);
    expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "8");
  });

  test("summarize also the rows that the search hides", async () => {
    render(<Searchable groups={groups} />);
    await userEvent.setup().type(screen.getByRole("searchbox"), "MSY_2");
    expect(table().getByText("1 of 2 stops")).toBeVisible();
  });

  test("are exported in the order of the table", async () => {
    const saved = stubDownload();
    const csvColumns = [{ header: "id", value: (row: Fridge) => row.id }];
    const rows = ["MSY_1", "ORD_2", "MSY_3"].map((id) => fridge(id));
    const { user } = open({ groups, rows, sort: "-id", csvName: "fridges.csv", csvColumns });
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    expect((await saved()).replace("\uFEFF", "").split("\r\n")).toEqual(["id", "MSY_3", "MSY_1", "ORD_2", ""]);
  });
});

describe("keyboard navigation", () => {
  test("moves between cells with the arrow keys, Home and End", async () => {
    const { user } = open();
    sortBy("Fridge").focus();
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("link", { name: "MSY_10" })).toHaveFocus();
    await user.keyboard("{ArrowDown}{ArrowRight}");
    expect(table().getByText("Lobby of MSY_2")).toHaveFocus();
    await user.keyboard("{End}");
    expect(screen.getByRole("button", { name: "Open MSY_2" })).toHaveFocus();
    await user.keyboard("{Home}{ArrowUp}{ArrowUp}");
    expect(sortBy("Fridge")).toHaveFocus();
    await user.keyboard("{ArrowRight}");
    expect(sortBy("Name")).toHaveFocus();
  });

  test("reaches rows that are not rendered yet", async () => {
    const rows = Array.from({ length: 500 }, (_, index) => fridge(`MSY_${index}`));
    const { user } = open({ rows });
    sortBy("Fridge").focus();
    await user.keyboard("{Control>}{End}{/Control}");
    expect(screen.getByRole("link", { name: "MSY_499" })).toHaveFocus();
    await user.keyboard("{PageUp}");
    expect(screen.getByRole("link", { name: "MSY_489" })).toHaveFocus();
    await user.keyboard("{Control>}{Home}{/Control}");
    expect(screen.getByRole("link", { name: "MSY_0" })).toHaveFocus();
  });

  test("leaves the keys of a text field alone", async () => {
    const columns = tableColumns<Fridge>([
      actions("note", { label: "Note", cell: (row) => <input aria-label={`Note of ${row.id}`} /> }),
    ]);
    const { user } = open({ columns });
    const field = screen.getByRole("textbox", { name: "Note of MSY_10" });
    await user.type(field, "a{ArrowDown}");
    expect(field).toHaveFocus();
  });
});

describe("table options", () => {
  test("hide and show columns, but never the last one", async () => {
    const { user } = open({ columns: COLUMNS.slice(0, 2) });
    const dialog = await optionsDialog(user);
    await user.click(dialog.getByRole("checkbox", { name: "Name" }));
    expect(screen.queryByText("Lobby of ORD_1")).toBeNull();
    expect(dialog.getByRole("checkbox", { name: "Fridge" })).toBeDisabled();
    expect(dialog.getByRole("group", { name: "Columns" })).toHaveAccessibleDescription(
      "At least one column stays visible",
    );
    await user.click(dialog.getByRole("checkbox", { name: "Name" }));
    expect(screen.getByText("Lobby of ORD_1")).toBeDefined();
  });

  test("change the density and the widths, and restore the defaults", async () => {
    const { user } = open();
    const element = screen.getByRole("table");
    const initial = element.style.getPropertyValue("--columns");
    const dialog = await optionsDialog(user);
    await user.click(dialog.getByRole("radio", { name: "Compact" }));
    expect(element.dataset.density).toBe("compact");
    await user.click(dialog.getByRole("button", { name: "Wider: Name" }));
    expect(element.style.getPropertyValue("--columns")).not.toBe(initial);
    await user.click(dialog.getByRole("button", { name: "Restore defaults" }));
    expect(element.style.getPropertyValue("--columns")).toBe(initial);
    expect(element.dataset.density).toBe("comfortable");
  });

  test("are remembered per user and table", async () => {
    const { user, unmount, change } = open();
    const dialog = await optionsDialog(user);
    await user.click(dialog.getByRole("radio", { name: "Compact" }));
    await user.click(dialog.getByRole("checkbox", { name: "Name" }));
    await user.keyboard("{Escape}");
    await user.click(sortBy("Stop"));
    unmount();

    const again = open();
    expect(screen.getByRole("table").dataset.density).toBe("compact");
    expect(table().queryByRole("columnheader", { name: "Name" })).toBeNull();
    expect(ids()).toEqual(["MSY_2", "ORD_1", "MSY_10"]);
    for (const other of [{ user: "bob" }, { name: "other" }]) {
      again.change(other);
      expect(screen.getByRole("table").dataset.density).toBe("comfortable");
      expect(table().getByRole("columnheader", { name: "Name" })).toBeDefined();
    }
    expect(change).toBeDefined();
  });

  test("ignore invalid stored preferences", () => {
    localStorage.setItem("larder.table.ann.fridges", '{"density":"huge","visibility":{"id":false},"widths":7}');
    open();
    expect(screen.getByRole("table").dataset.density).toBe("comfortable");
    expect(table().queryByRole("columnheader", { name: "Fridge" })).toBeNull();
  });

  test("work without storage", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("The quota has been exceeded", "QuotaExceededError");
    });
    const { user } = open({ name: "unstored" });
    await user.click((await optionsDialog(user)).getByRole("radio", { name: "Compact" }));
    expect(screen.getByRole("table").dataset.density).toBe("compact");
  });
});

describe("column widths", () => {
  /** The width of the column 'Name', after the first column. */
  const width = () =>
    /^minmax\(.*?\) (minmax|\S+)/.exec(screen.getByRole("table").style.getPropertyValue("--columns"))?.[1];

  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 120, 40));
  });

  test("follow the pointer, and a double click restores them", () => {
    open();
    const edge = header("Name").querySelector("[aria-hidden]");
    if (!edge) throw new Error("The header has no edge");
    fireEvent.mouseDown(edge, { clientX: 120 });
    fireEvent.mouseMove(document, { clientX: 150 });
    fireEvent.mouseUp(document, { clientX: 150 });
    expect(width()).toBe("150px");
    fireEvent.doubleClick(edge);
    expect(width()).toBe("minmax");
  });

  test("change with Shift and an arrow key in the header", async () => {
    const { user } = open();
    sortBy("Name").focus();
    await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
    expect(width()).toBe("144px");
    expect(sortBy("Name")).toHaveFocus();
    // `fireEvent` returns false if the default action is prevented, such as scrolling sideways.
    expect(fireEvent.keyDown(sortBy("Name"), { key: "ArrowLeft", shiftKey: true })).toBe(false);
    expect(fireEvent.keyDown(sortBy("Name"), { key: "Tab", shiftKey: true })).toBe(true);
  });
});

describe("cards", () => {
  test("omit missing values and keep labels and controls", () => {
    useNarrowScreen();
    open({ rows: [fridge("MSY_1", { name: null, stop: 0, reported: "", state: null })] });
    const cells = table().getAllByRole("cell");
    expect(cells.map(({ dataset }) => dataset.label)).toEqual(["Stop", "Map", "Action"]);
    expect(cells.map((cell) => cell.getAttribute("aria-colindex"))).toEqual(["3", "6", "7"]);
  });

  test("contain the controls of columns without a value", () => {
    useNarrowScreen();
    const controls = text<Fridge>("note", {
      label: "Note",
      value: () => null,
      hasControls: true,
      cell: (row) => <input aria-label={`Note of ${row.id}`} />,
    });
    open({ rows: [fridge("MSY_1")], columns: [controls] });
    expect(within(table().getByRole("cell")).getByLabelText("Note of MSY_1")).toBeVisible();
  });
});

describe("live rows", () => {
  test("keep the focus when rows before the focused one change", () => {
    const { change } = open({ sort: "id" });
    const button = screen.getByRole("button", { name: "Open ORD_1" });
    act(() => button.focus());
    change({ sort: "id", rows: [fridge("ORD_1", { stop: 2 }), fridge("AAA_1"), fridge("ZZZ_1")] });
    expect(ids()).toEqual(["AAA_1", "ORD_1", "ZZZ_1"]);
    expect(screen.getByRole("button", { name: "Open ORD_1" })).toBe(button);
    expect(button).toHaveFocus();
  });

  test("keep the focused row of a long table rendered when it moves far away", () => {
    const rows = Array.from({ length: 500 }, (_, index) => fridge(`MSY_${index}`));
    const { change } = open({ rows });
    const button = screen.getByRole("button", { name: "Open MSY_0" });
    act(() => button.focus());
    change({ rows: [...rows.slice(1), fridge("MSY_0")] });
    expect(button).toHaveFocus();
    expect(screen.getByRole("link", { name: "MSY_499" })).toBeDefined();
  });

  test("keep their order while the pointer is on them", async () => {
    const [first, second, third] = ROWS as [Fridge, Fridge, Fridge];
    const { user, change } = open({ live: true });
    await user.hover(table().getByText("Lobby of MSY_2"));
    change({ live: true, rows: [third, fridge("NEW_1"), second, first] });
    expect(ids()).toEqual(["MSY_10", "MSY_2", "ORD_1", "NEW_1"]);
    await user.unhover(screen.getByRole("table"));
    expect(ids()).toEqual(["ORD_1", "NEW_1", "MSY_2", "MSY_10"]);
  });

  test("are in their new order after the list was empty while the pointer was on them", async () => {
    const { user, change } = open({ live: true, empty: "No fridges" });
    await user.hover(table().getByText("Lobby of MSY_2"));
    change({ live: true, empty: "No fridges", rows: [] });
    expect(screen.getByText("No fridges")).toBeVisible();
    change({ live: true, empty: "No fridges", rows: ROWS.toReversed() });
    expect(ids()).toEqual(["ORD_1", "MSY_2", "MSY_10"]);
  });

  test("are in their new order after the focused row was removed", () => {
    const { change } = open({ live: true });
    act(() => screen.getByRole("button", { name: "Open ORD_1" }).focus());
    change({ live: true, rows: ROWS.slice(0, 2).toReversed() });
    expect(ids()).toEqual(["MSY_2", "MSY_10"]);
  });
});

describe("a long table", () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => fridge(`MSY_${index}`));

  test("renders only the visible rows, and all of them for printing", () => {
    const long = rows.slice(0, 300);
    const { change } = open({ rows });
    expect(table().getAllByRole("row").length).toBeLessThan(60);
    expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "10001");
    expect(table().getByRole("row", { name: /MSY_0 / })).toHaveAttribute("aria-rowindex", "2");
    change({ rows: long });
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    expect(ids()).toHaveLength(300);
    act(() => void window.dispatchEvent(new Event("afterprint")));
    expect(ids().length).toBeLessThan(60);
  });

  test("can scroll inside a box", () => {
    open({ rows, height: 400 });
    const count = ids().length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(60);
  });

  test("with up to 100 rows renders all of them", () => {
    open({ rows: rows.slice(0, 100) });
    expect(ids()).toHaveLength(100);
  });
});
