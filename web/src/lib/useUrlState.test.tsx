import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link, RouterProvider, useRouteError } from "react-router";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useDefaultParams, useUrlState } from "./useUrlState";

function List() {
  const { address, set, go, flush } = useUrlState("text");
  return (
    <>
      <input
        aria-label="Find"
        value={address.get("text") ?? ""}
        onChange={(event) => set("text", event.target.value)}
        onBlur={flush}
      />
      <button onClick={() => set("sort", "id")}>Sort</button>
      <button onClick={() => go(() => new URLSearchParams({ day: "1" }))}>Day</button>
      <button onClick={() => go(() => new URLSearchParams({ day: "2" }), { replace: true })}>Other day</button>
      <button onClick={() => [1, 2].forEach(() => go(addDay))}>Two days</button>
      <Link to="/other">Other</Link>
      <Link to="/slow">Slow</Link>
    </>
  );
}

function Failure() {
  return <p>{String(useRouteError())}</p>;
}

function addDay(address: URLSearchParams): URLSearchParams {
  return new URLSearchParams({ day: String(Number(address.get("day")) + 1) });
}

function start(address = "/list?kind=A") {
  let finishLoading: () => void = () => undefined;
  const loaded = new Promise<null>((resolve) => {
    finishLoading = () => resolve(null);
  });
  const router = createMemoryRouter(
    [
      { path: "list", element: <List /> },
      { path: "other", element: <p>Other screen</p> },
      { path: "twice", element: [<List key="1" />, <List key="2" />], ErrorBoundary: Failure },
      { path: "slow", loader: () => loaded, element: <p>Slow screen</p> },
    ],
    { initialEntries: ["/other", address] },
  );
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  return {
    router,
    user,
    finishLoading: () => finishLoading(),
    findField: () => screen.getByRole<HTMLInputElement>("textbox", { name: "Find" }),
    path: () => `${router.state.location.pathname}${router.state.location.search}`,
  };
}

function Report() {
  const { address, go } = useDefaultParams(useUrlState("text"), () => ({ from: "1", to: "2" }));
  return (
    <>
      <p>{`Shows ${address.toString()}`}</p>
      <button onClick={() => go(() => new URLSearchParams())}>Reset</button>
    </>
  );
}

describe("default parameters", () => {
  function open(address: string) {
    const router = createMemoryRouter(
      [
        { path: "other", element: <p>Other screen</p> },
        { path: "report", element: <Report /> },
      ],
      { initialEntries: ["/other", address] },
    );
    render(<RouterProvider router={router} />);
    return { router, user: userEvent.setup() };
  }

  test("are shown at once, and replace the history entry of a URL without them", async () => {
    const { router } = open("/report?text=soup");
    expect(screen.getByText("Shows text=soup&from=1&to=2")).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe("?text=soup&from=1&to=2"));
    expect(router.state.historyAction).toBe("REPLACE");
    await act(() => router.navigate(-1));
    expect(screen.getByText("Other screen")).toBeVisible();
  });

  test("are added again when a link removes them", async () => {
    const { router, user } = open("/report");
    await waitFor(() => expect(router.state.location.search).toBe("?from=1&to=2"));
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await waitFor(() => expect(router.state.location.search).toBe("?from=1&to=2"));
  });

  test.each(["from=5&to=6", "from=5", "to="])("do not change the URL with %s", async (query) => {
    const { router } = open(`/report?${query}`);
    await wait(50);
    expect(screen.getByText(`Shows ${query}`)).toBeVisible();
    expect(router.state.location.search).toBe(`?${query}`);
  });
});

const wait = (milliseconds: number) => act(() => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)));

describe("useUrlState", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("shows typed text at once, and writes it to the URL when typing pauses", () => {
    vi.useFakeTimers();
    const { findField, path } = start();
    const type = (value: string) => fireEvent.change(findField(), { target: { value } });
    type("a");
    act(() => void vi.advanceTimersByTime(249));
    type("abc");
    expect(findField().value).toBe("abc");
    act(() => void vi.advanceTimersByTime(249));
    expect(path()).toBe("/list?kind=A");
    act(() => void vi.advanceTimersByTime(1));
    expect(path()).toBe("/list?kind=A&text=abc");
  });

  test("replaces the history entry, so that Back leaves the screen", async () => {
    const { user, router, path } = start();
    await user.click(screen.getByRole("button", { name: "Sort" }));
    await waitFor(() => expect(path()).toBe("/list?kind=A&sort=id"));
    await act(() => router.navigate(-1));
    expect(path()).toBe("/other");
  });

  test("`go` adds a history entry, so that Back undoes the change", async () => {
    const { user, router, path } = start();
    await user.click(screen.getByRole("button", { name: "Day" }));
    await waitFor(() => expect(path()).toBe("/list?day=1"));
    await act(() => router.navigate(-1));
    expect(path()).toBe("/list?kind=A");
  });

  test("`go` to the query of the URL discards text that the URL does not show yet", async () => {
    const { user, findField, path } = start("/list?day=1");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.change(findField(), { target: { value: "abc" } });
    fireEvent.click(screen.getByRole("button", { name: "Day" }));
    act(() => void vi.advanceTimersByTime(300));
    vi.useRealTimers();
    await waitFor(() => expect(findField().value).toBe(""));
    expect(path()).toBe("/list?day=1");
    await user.type(findField(), "x");
    await waitFor(() => expect(path()).toBe("/list?day=1&text=x"));
  });

  test("`go` can replace the history entry", async () => {
    const { user, router, path } = start();
    await user.click(screen.getByRole("button", { name: "Other day" }));
    await wait(50);
    expect(path()).toBe("/list?day=2");
    await act(() => router.navigate(-1));
    expect(path()).toBe("/other");
  });

  test("`go` twice in a row applies both changes", async () => {
    const { user, path } = start("/list?day=3");
    await user.click(screen.getByRole("button", { name: "Two days" }));
    await waitFor(() => expect(path()).toBe("/list?day=5"));
  });

  test("throws when a screen uses it twice", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const { router, findField } = start("/twice");
    expect(screen.getByText("Error: A screen can use useUrlState only once")).toBeVisible();
    await act(() => router.navigate("/list"));
    expect(findField()).toBeVisible();
  });

  test("a link right after typing opens its screen without the text, and Back finds the text", async () => {
    const { user, router, findField, path } = start();
    await user.type(findField(), "abc");
    await user.click(screen.getByRole("link", { name: "Other" }));
    await wait(300);
    expect(path()).toBe("/other");
    await act(() => router.navigate(-1));
    expect(path()).toBe("/list?kind=A&text=abc");
    expect(findField().value).toBe("abc");
  });

  test("typing while the next screen loads does not cancel the navigation", async () => {
    const { user, findField, finishLoading, path } = start();
    await user.click(screen.getByRole("link", { name: "Slow" }));
    await user.type(findField(), "abc");
    await wait(300);
    finishLoading();
    await screen.findByText("Slow screen");
    expect(path()).toBe("/slow");
  });

  test("a link to the same screen replaces the text", async () => {
    const { user, router, findField, path } = start();
    await user.type(findField(), "abc");
    await waitFor(() => expect(path()).toBe("/list?kind=A&text=abc"));
    await act(() => router.navigate("/list?text=link"));
    expect(findField().value).toBe("link");
  });
});
