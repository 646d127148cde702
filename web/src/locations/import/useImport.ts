/** State and actions of the import, from selecting a file to the last created location. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { messageOf } from "../../api/errors";
import { useUser } from "../../session/user";
import { useUnsavedChangesGuard } from "../../ui/useUnsavedChangesGuard";
import { createLocation } from "../createLocation";
import { namesQuery, UNABLE_TO_LOAD_NAMES } from "../names";
import { opsLocationIdsQuery, UNABLE_TO_LOAD_LOCATIONS } from "../opsLocations";
import { toNewLocation } from "../rules/customerRecord";
import type { ImportRow } from "./checkTable";
import type { InspectedFile } from "./inspect";
import { inspectFile } from "./inspectFile";
import { countRows, previewRows, type Outcomes, type PreviewRow } from "./preview";
import { createRows, type Interruption, type Outcome } from "./createRows";

export interface SelectedFile extends InspectedFile {
  readonly name: string;
}

/** How often the screen shows the progress. */
const PROGRESS_INTERVAL_MS = 150;

export interface Run {
  /** The number of rows in this run. */
  readonly total: number;
  readonly done: number;
  readonly stopping: boolean;
}

export function useImport() {
  const { email } = useUser();
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [run, setRun] = useState<Run | null>(null);
  const [interruption, setInterruption] = useState<Interruption | null>(null);
  const stop = useRef<AbortController | null>(null);
  // Stop the run when the user leaves the screen.
  useEffect(() => () => stop.current?.abort(), []);

  const reading = useMutation({
    mutationFn: async (file: File): Promise<SelectedFile> => {
      const [existing, priceMapTemplates] = await Promise.all([
        client.fetchQuery(opsLocationIdsQuery).catch((error: unknown) => {
          throw new FileError(messageOf(error, UNABLE_TO_LOAD_LOCATIONS), true);
        }),
        client.fetchQuery(namesQuery("priceMapTemplate")).catch((error: unknown) => {
          throw new FileError(messageOf(error, UNABLE_TO_LOAD_NAMES.priceMapTemplate), true);
        }),
      ]);
      const inspection = await inspectFile(file, { existing, priceMapTemplates });
      if (!inspection.ok) throw new FileError(inspection.message, false);
      return { name: file.name, ...inspection.file };
    },
    onMutate: () => {
      setOutcomes(new Map());
      setInterruption(null);
    },
  });
  const { data: file } = reading;

  const rows = useMemo(() => previewRows(file?.rows ?? [], outcomes), [file?.rows, outcomes]);
  const counts = useMemo(() => countRows(rows), [rows]);

  async function createLocations(requested: readonly ImportRow[]): Promise<void> {
    const current = new Map(outcomes);
    let done = 0;
    for (const { number } of requested) current.set(number, { state: "pending" });
    const controller = new AbortController();
    stop.current = controller;
    const showProgress = () => {
      setOutcomes(new Map(current));
      setRun((previous) => previous && { ...previous, done });
    };
    setInterruption(null);
    setRun({ total: requested.length, done, stopping: false });
    showProgress();
    const timer = setInterval(showProgress, PROGRESS_INTERVAL_MS);
    const result = await createRows({
      rows: requested,
      create: ({ record }, outcomeUnknown) =>
        createLocation({ location: toNewLocation(record), user: email, outcomeUnknown }),
      hasUnknownOutcome: ({ number }) => hasUnknownOutcome(outcomes.get(number)),
      report: ({ number }, outcome) => {
        if (outcome) done += 1;
        if (outcome) current.set(number, outcome);
        else current.delete(number);
      },
      signal: controller.signal,
    });
    clearInterval(timer);
    showProgress();
    setRun(null);
    setInterruption(result);
    void client.invalidateQueries({ queryKey: ["locations"], refetchType: "none" });
  }

  useUnsavedChangesGuard(run !== null, {
    title: "Leave during the upload?",
    message: "The remaining locations will not be created. Created locations stay.",
    confirm: "Leave",
  });

  const rowsWithStatus = (status: PreviewRow["status"]) =>
    rows.filter((candidate) => candidate.status === status).map(({ row }) => row);

  return {
    file,
    /** Reads and validates a file. */
    selectFile: (selected: File) => reading.mutate(selected),
    reading: reading.isPending ? (reading.variables?.name ?? "") : null,
    fileError: reading.error instanceof FileError ? reading.error : reading.error ? UNREADABLE_FILE : null,
    retryFile: () => reading.variables && reading.mutate(reading.variables),
    rows,
    counts,
    created: [...outcomes.values()].filter(({ state }) => state === "created").length,
    run,
    interruption,
    createAll: () => void createLocations(rowsWithStatus("valid")),
    retryFailed: () => void createLocations(rowsWithStatus("failed")),
    stop: () => {
      stop.current?.abort();
      setRun((previous) => previous && { ...previous, stopping: true });
    },
  };
}

export type Import = ReturnType<typeof useImport>;

function hasUnknownOutcome(outcome: Outcome | undefined): boolean {
  return outcome?.state === "failed" && outcome.outcomeUnknown;
}

/** The reason why a file has no preview. */
export class FileError extends Error {
  /** @param retryable whether reading the same file again can succeed */
  constructor(
    message: string,
    readonly retryable: boolean,
  ) {
    super(message);
  }
}

const UNREADABLE_FILE = new FileError("The file could not be read", true);
