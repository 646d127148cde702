import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { ApiError } from "../../api/errors";
import { Page } from "../Page";
import type { QueryState } from "./query";
import { QueryPage, QueryView } from "./QueryView";
import { Skeleton } from "./Skeleton";

const FAILURE = "Unable to load coupons, Please check your internet and your permissions";

function stateOf(parts: Partial<QueryState<readonly string[]>>): QueryState<readonly string[]> {
  return { data: undefined, error: null, isFetching: false, dataUpdatedAt: 0, refetch: () => undefined, ...parts };
}

function renderView(
  parts: Partial<QueryState<readonly string[]>>,
  props: Partial<Parameters<typeof QueryView>[0]> = {},
) {
  return render(
    <QueryView
      query={stateOf(parts)}
      label="coupons"
      error={FAILURE}
      forbidden={{ activity: "view coupons", permission: "GenerateCoupon" }}
      empty={{ title: "No codes issued yet", text: "Generate a code above.", action: <button>Generate</button> }}
      toolbar={props.toolbar}
      footer={props.footer}
      {...(props.live ? { live: props.live } : {})}
      {...(props.notFound ? { notFound: props.notFound } : {})}
    >
      {(codes) => (
        <ul>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      )}
    </QueryView>,
  );
}

function withRequestId(error: ApiError, requestId: string): ApiError {
  error.requestId = requestId;
  return error;
}

describe("while the data loads", () => {
  test("announces what loads and marks the placeholder as busy", () => {
    const { container } = renderView({});
    expect(screen.getByRole("status").textContent).toBe("Loading coupons…");
    expect(container.querySelector("[aria-busy='true']")).not.toBeNull();
    expect(screen.queryByRole("list")).toBeNull();
  });

  test("reserves the space of the rows, or of the height", () => {
    const { container, rerender } = render(<Skeleton label="coupons" rows={4} />);
    expect(container.querySelectorAll("[aria-hidden='true']")).toHaveLength(4);
    rerender(<Skeleton label="the map" height="32rem" />);
    expect(container.querySelector<HTMLElement>("[aria-hidden='true']")?.style.blockSize).toBe("32rem");
  });

  test("shows the toolbar and the footer", () => {
    renderView({}, { toolbar: <button>Refresh</button>, footer: <p>Help</p> });
    screen.getByRole("button", { name: "Refresh" });
    screen.getByText("Help");
  });
});

describe("after a failed read", () => {
  test("shows the screen's message if the server sent none", () => {
    renderView({ error: new ApiError("network") });
    expect(screen.getByRole("alert").textContent).toContain(FAILURE);
    expect(screen.queryByText("Loading coupons…")).toBeNull();
  });

  test("shows the server's message", () => {
    renderView({ error: new ApiError("unavailable", "Larder is busy at the moment.") });
    within(screen.getByRole("alert")).getByText("Larder is busy at the moment.");
  });

  test("shows the id of the request", () => {
    renderView({ error: withRequestId(new ApiError("internal"), "d1f2-77") });
    within(screen.getByRole("alert")).getByText("Request ID: d1f2-77");
  });

  test("shows no request id without one in the response", () => {
    renderView({ error: new ApiError("network") });
    expect(screen.queryByText(/Request ID/)).toBeNull();
  });

  test("reads again on Retry", async () => {
    const refetch = vi.fn();
    renderView({ error: new ApiError("network"), refetch });
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  test("shows the data of a successful retry", async () => {
    let isFailing = true;
    const queryFn = () => (isFailing ? Promise.reject(new ApiError("network")) : Promise.resolve(["JD4H1BYR"]));
    function Coupons() {
      const query = useQuery({ queryKey: ["coupons"], queryFn });
      return (
        <QueryView query={query} label="coupons" error={FAILURE}>
          {(codes) => <p>{codes.join()}</p>}
        </QueryView>
      );
    }
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    render(
      <QueryClientProvider client={client}>
        <Coupons />
      </QueryClientProvider>,
    );
    const retry = await screen.findByRole("button", { name: "Retry" });
    isFailing = false;
    await userEvent.click(retry);
    await screen.findByText("JD4H1BYR");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("shows that the server did not find the subject instead of the error", () => {
    renderView({ error: new ApiError("notFound", "Gone") }, { notFound: { title: "There is no location IL_1" } });
    screen.getByText("There is no location IL_1");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("without permission", () => {
  test("names the activity and the missing permission, and shows the server's message", () => {
    renderView({ error: new ApiError("forbidden", "Error! User Action Prohibited!") }, { toolbar: <p>Toolbar</p> });
    const alert = within(screen.getByRole("alert"));
    alert.getByRole("heading", { name: "You don't have permission to view coupons" });
    alert.getByText("Your permissions do not include GenerateCoupon");
    alert.getByText("Error! User Action Prohibited!");
    expect(screen.queryByText("Toolbar")).toBeNull();
  });

  test("hides data from before the permission was revoked", () => {
    renderView({ data: ["JD4H1BYR"], dataUpdatedAt: Date.now(), error: new ApiError("forbidden") });
    expect(screen.queryByText("JD4H1BYR")).toBeNull();
  });

  test("hides the content next to the title", () => {
    render(
      <QueryPage
        title="Coupons"
        aside={<p>2 coupons</p>}
        query={stateOf({ error: new ApiError("forbidden") })}
        label="coupons"
        error={FAILURE}
      >
        {() => null}
      </QueryPage>,
    );
    screen.getByRole("heading", { name: "Coupons" });
    screen.getByRole("heading", { name: "You don't have permission to view coupons" });
    expect(screen.queryByText("2 coupons")).toBeNull();
  });
});

test("an empty list shows the next step instead of the content", () => {
  renderView({ data: [], dataUpdatedAt: Date.now() });
  screen.getByText("No codes issued yet");
  screen.getByText("Generate a code above.");
  screen.getByRole("button", { name: "Generate" });
  expect(screen.queryByRole("list")).toBeNull();
});

test("a failed refresh keeps the data visible and shows its age", () => {
  renderView({ data: ["JD4H1BYR"], dataUpdatedAt: Date.now() - 5 * 60_000, error: new ApiError("network") });
  screen.getByText("JD4H1BYR");
  const alert = within(screen.getByRole("alert"));
  alert.getByText(FAILURE);
  expect(alert.getByText(/Showing data from/).textContent).toBe("Showing data from 5 minutes ago");
});

test("a successful read shows no age without live updates", () => {
  renderView({ data: ["JD4H1BYR"], dataUpdatedAt: Date.now() - 5 * 60_000 });
  expect(screen.queryByText(/5 minutes ago/)).toBeNull();
});

describe("with live updates", () => {
  const live = { connected: true, pollInterval: 30_000 };

  test("shows the live state and the age of the data", () => {
    renderView({ data: ["JD4H1BYR"], dataUpdatedAt: Date.now() - 5 * 60_000 }, { live });
    screen.getByText("Live");
    screen.getByText("5 minutes ago");
  });

  test("shows the poll interval while live events do not arrive", () => {
    renderView({ data: [], dataUpdatedAt: Date.now() }, { live: { ...live, connected: false } });
    screen.getByText("Not live");
    screen.getByText(/updates every 30 seconds/);
  });

  test("passes the live state to the toolbar once the data is loaded", () => {
    const toolbar = (age: React.ReactNode) => <p>{age ?? "No age"}</p>;
    const { unmount } = renderView({}, { live, toolbar });
    screen.getByText("No age");
    unmount();
    renderView({ data: [], dataUpdatedAt: Date.now() }, { live, toolbar });
    screen.getByText("Live");
  });
});

describe("several failed reads of a page (SHL-40)", () => {
  function FailedPage({ reads }: { readonly reads: readonly Partial<QueryState<readonly string[]>>[] }) {
    return (
      <Page title="Overview">
        {reads.map((parts, index) => (
          <QueryView key={index} query={stateOf(parts)} label="coupons" error={`Unable to load part ${index + 1}`}>
            {(codes) => <p>{codes.join()}</p>}
          </QueryView>
        ))}
      </Page>
    );
  }
  const failed = (refetch: () => void) => ({ error: withRequestId(new ApiError("network"), "d1f2-77"), refetch });

  test("are shown in one box, whose Retry repeats them", async () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const loaded = { data: ["JD4H1BYR"], dataUpdatedAt: Date.now() };
    render(<FailedPage reads={[failed(first), loaded, failed(second)]} />);
    const alert = within(screen.getByRole("alert"));
    alert.getByText("Some parts of this page could not be loaded");
    expect(alert.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Unable to load part 1",
      "Unable to load part 3",
    ]);
    alert.getByText("Request ID: d1f2-77");
    expect(screen.getAllByText("Could not be loaded")).toHaveLength(2);
    screen.getByText("JD4H1BYR");
    await userEvent.click(alert.getByRole("button", { name: "Retry" }));
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  test("become a single error in its own place when the others succeed", () => {
    const { rerender } = render(<FailedPage reads={[failed(vi.fn()), failed(vi.fn())]} />);
    rerender(<FailedPage reads={[failed(vi.fn()), { data: ["JD4H1BYR"], dataUpdatedAt: Date.now() }]} />);
    within(screen.getByRole("alert")).getByText("Unable to load part 1");
    expect(screen.queryByText("Some parts of this page could not be loaded")).toBeNull();
  });
});
