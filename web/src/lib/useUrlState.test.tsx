import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { describe, expect, test } from "vitest";
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
      <Link to="/other">Other</Link>
      <Link to="/slow">Slow</Link>
    </>
  );
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
  test("shows typed text at once, and writes it to the URL when typing pauses", async () => {
    const { user, findField, path } = start();
    await user.type(findField(), "abc");
    expect(findField().value).toBe("abc");
    expect(path()).toBe("/list?kind=A");
    await waitFor(() => expect(path()).toBe("/list?kind=A&text=abc"));
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
