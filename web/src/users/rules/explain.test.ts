import { describe, expect, test } from "vitest";
import { ACTIONS } from "../../api/actions";
import { OPERATIONS } from "../operationPermissions.generated";
import { explain, QUESTIONS, type Question, type Subject } from "./explain";

const ADMINISTRATORS = ["ada@x.y", "abe@x.y"];

const ann: Subject = { email: "ann@x.y", actions: ["UpdateForecast"], flags: [], enabled: true, invited: false };

function question(id: string): Question {
  const found = QUESTIONS.find((each) => each.id === id);
  if (!found) throw new Error(`${id} cannot be asked`);
  return found;
}

const explained = (id: string, person: Partial<Subject> = {}) =>
  explain(question(id), { ...ann, ...person }, ADMINISTRATORS);

describe("the explanation of a person's access (USR-10)", () => {
  test("can be asked for each operation in plain words and for each action", () => {
    expect(QUESTIONS).toHaveLength(OPERATIONS.length + ACTIONS.length);
    expect(new Set(QUESTIONS.map(({ label }) => label)).size).toBe(QUESTIONS.length);
    expect(question("PUT /forecast/update").label).toBe(
      "Edits the forecast of an item on a day (PUT /forecast/update)",
    );
  });

  test("names the action that a person has", () => {
    const { can, reasons, help } = explained("PUT /forecast/update");
    expect(can).toBe(true);
    expect(reasons.map(({ text }) => text)).toContain("It requires UpdateForecast. ann@x.y has UpdateForecast.");
    expect(help).toBeNull();
  });

  test("names the missing action and who can grant it", () => {
    const { can, reasons, help } = explained("PATCH /locations/{id}");
    expect(can).toBe(false);
    expect(reasons).toContainEqual({
      met: false,
      text: "It requires UpdateLocation. ann@x.y does not have UpdateLocation.",
    });
    expect(help).toBe("Ask ada@x.y or abe@x.y for UpdateLocation.");
  });

  test("names each missing action if all are required", () => {
    const { help } = explained("createScheduleChanges");
    expect(help).toBe("Ask ada@x.y or abe@x.y for AddScheduledEvent and UpdateLocation.");
  });

  test("names a missing feature flag", () => {
    const { can, help } = explained("updateJITLocationStatus", { actions: ["UpdateJit"] });
    expect(can).toBe(false);
    expect(help).toBe("Ask ada@x.y or abe@x.y to turn on jit-management.");
    const allowed = explained("updateJITLocationStatus", { actions: ["UpdateJit"], flags: ["jit-management"] });
    expect(allowed.can).toBe(true);
  });

  test("accepts any of the feature flags of fridge commands", () => {
    const person = { actions: ["SendFridgeCommand"], flags: ["feature-flag-admin"] };
    expect(explained("createQueueMessage", person).can).toBe(true);
  });

  test("names the state of the account", () => {
    const disabled = explained("PUT /forecast/update", { enabled: false });
    expect([disabled.can, disabled.help]).toEqual([false, "Ask ada@x.y or abe@x.y to enable the account."]);
    const invited = explained("PUT /forecast/update", { invited: true });
    expect([invited.can, invited.help]).toEqual([false, "Ask ada@x.y or abe@x.y to send the invitation again."]);
  });

  test("requires nothing for an operation for which sign-in is enough", () => {
    const { can, reasons } = explained("myPermissions", { actions: [] });
    expect(can).toBe(true);
    expect(reasons.map(({ text }) => text)).toContain("It requires only sign-in.");
  });

  test("notes a change after the last sign-in", () => {
    const lastChange = "2026-11-21T10:00:00.000Z";
    const notes = (lastSignIn: string | null) =>
      explained("PUT /forecast/update", { lastChange, lastSignIn }).notes.filter((note) =>
        note.includes("after the last sign-in"),
      );
    expect(notes("2026-11-21T09:00:00.000Z")).toHaveLength(1);
    expect(notes(null)).toHaveLength(1);
    expect(notes("2026-11-21T11:00:00.000Z")).toHaveLength(0);
  });

  test("does not send administrators to themselves", () => {
    const { help } = explained("PATCH /locations/{id}", { email: "ada@x.y" });
    expect(help).toBe("Ask abe@x.y for UpdateLocation.");
    expect(explain(question("PATCH /locations/{id}"), ann, []).help).toBe("Ask an administrator for UpdateLocation.");
  });
});
