import { describe, expect, test } from "vitest";
import { ApiError, type ErrorKind } from "../api/errors";
import { statusAfter } from "./locationServices";

describe("Location Services status", () => {
  test("is ok after a success and after a rejection", () => {
    expect(statusAfter({ area: "locations", error: null }, "unknown")).toBe("ok");
    for (const kind of ["invalid", "forbidden", "notFound", "conflict"] satisfies ErrorKind[]) {
      expect(statusAfter({ area: "locations", error: new ApiError(kind) }, "error")).toBe("ok");
    }
  });

  test.each(["network", "unavailable", "internal"] satisfies ErrorKind[])("is error after the failure %s", (kind) => {
    expect(statusAfter({ area: "locations", error: new ApiError(kind) }, "ok")).toBe("error");
  });

  test("ignores calls to other areas", () => {
    expect(statusAfter({ area: "schedules", error: new ApiError("network") }, "unknown")).toBe("unknown");
  });
});
