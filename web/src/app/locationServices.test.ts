import { describe, expect, test } from "vitest";
import { ApiError, type ErrorKind } from "../api/errors";
import { statusAfter } from "./locationServices";

describe("Location Services status", () => {
  test("is ok after an answer, and after a refusal, which is an answer too", () => {
    expect(statusAfter({ area: "locations", error: null }, "unknown")).toBe("ok");
    for (const kind of ["invalid", "forbidden", "notFound", "conflict"] satisfies ErrorKind[]) {
      expect(statusAfter({ area: "locations", error: new ApiError(kind) }, "error")).toBe("ok");
    }
  });

  test.each(["network", "unavailable", "internal"] satisfies ErrorKind[])("is error after a failure: %s", (kind) => {
    expect(statusAfter({ area: "locations", error: new ApiError(kind) }, "ok")).toBe("error");
  });

  test("does not change with calls to other services", () => {
    expect(statusAfter({ area: "schedules", error: new ApiError("network") }, "unknown")).toBe("unknown");
  });
});
