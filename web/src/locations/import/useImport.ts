/** An import from the chosen file to the last created location. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { messageOf } from "../../api/errors";
import { useUser } from "../../session/user";
import { useLeaveGuard } from "../../ui/leaving";
import { createLocation } from "../createLocation";
import { NAMES_FAILURE, namesQuery } from "../names";
import { opsLocationIds, UNABLE_TO_LOAD_LOCATIONS } from "../opsLocations";
import { newLocationOf } from "../rules/customerRecord";
import type { ImportRow } from "./checkTable";
import type { Inspected } from "./inspect";
import { inspectFile } from "./inspectFile";
import { countRows, previewRows, type Outcomes, type PreviewRow } from "./preview";
import { sendRows, type Halt, type Outcome } from "./sendRows";

export interface ChosenFile extends Inspected {
  readonly name: string;
}

/** How often the screen follows what is created. */
const FLUSH = 150;

export interface Run {
  /** Rows that this run is about. */
  readonly total: number;
  readonly done: number;
  readonly stopping: boolean;
}

export function useImport() {
  const { email } = useUser();
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [run, setRun] = useState<Run | null>(null);
  const [halt, setHalt] = useState<Halt | null>(null);
  const stop = useRef<AbortController | null>(null);
  // Nobody sees what goes on after the screen is left.
  useEffect(() => () => stop.current?.abort(), []);

  const choosing = useMutation({
    mutationFn: async (file: File): Promise<ChosenFile> => {
      const [existing, priceMapTemplates] = await Promise.all([
        client.fetchQuery(opsLocationIds).catch((error: unknown) => {
          throw new FileProblem(messageOf(error, UNABLE_TO_LOAD_LOCATIONS), true);
        }),
        client.fetchQuery(namesQuery("priceMapTemplate")).catch((error: unknown) => {
          throw new FileProblem(messageOf(error, NAMES_FAILURE.priceMapTemplate), true);
        }),
      ]);
      const inspection = await inspectFile(file, { existing, priceMapTemplates });
      if (!inspection.ok) throw new FileProblem(inspection.message, false);
      return { name: file.name, ...inspection.inspected };
    },
    onMutate: () => {
      setOutcomes(new Map());
      setHalt(null);
    },
  });
  const { data: file } = choosing;

  const rows = useMemo(() => previewRows(file?.rows ?? [], outcomes), [file?.rows, outcomes]);
  const counts = useMemo(() => countRows(rows), [rows]);

  async function send(wanted: readonly ImportRow[]): Promise<void> {
    const current = new Map(outcomes);
    let done = 0;
    for (const { number } of wanted) current.set(number, { state: "pending" });
    const controller = new AbortController();
    stop.current = controller;
    const flush = () => {
      setOutcomes(new Map(current));
      setRun((was) => was && { ...was, done });
    };
    setHalt(null);
    setRun({ total: wanted.length, done, stopping: false });
    flush();
    const following = setInterval(flush, FLUSH);
    const ended = await sendRows({
      rows: wanted,
      create: ({ record }, unanswered) => createLocation({ location: newLocationOf(record), user: email, unanswered }),
      wasUnanswered: ({ number }) => isUnanswered(outcomes.get(number)),
      report: ({ number }, outcome) => {
        if (outcome) done += 1;
        if (outcome) current.set(number, outcome);
        else current.delete(number);
      },
      signal: controller.signal,
    });
    clearInterval(following);
    flush();
    setRun(null);
    setHalt(ended);
    void client.invalidateQueries({ queryKey: ["locations"], refetchType: "none" });
  }

  useLeaveGuard(run !== null, {
    title: "Leave while locations are uploaded?",
    message: "What was not begun will not be created. What is created stays.",
    confirm: "Leave",
  });

  const inFile = (status: PreviewRow["status"]) =>
    rows.filter((candidate) => candidate.status === status).map(({ row }) => row);

  return {
    file,
    /** Reads and checks it. */
    choose: (chosen: File) => choosing.mutate(chosen),
    choosing: choosing.isPending ? (choosing.variables?.name ?? "") : null,
    problem: choosing.error instanceof FileProblem ? choosing.error : choosing.error ? UNREADABLE : null,
    chooseAgain: () => choosing.variables && choosing.mutate(choosing.variables),
    rows,
    counts,
    created: [...outcomes.values()].filter(({ state }) => state === "created").length,
    run,
    halt,
    createAll: () => void send(inFile("valid")),
    retryFailed: () => void send(inFile("failed")),
    stop: () => {
      stop.current?.abort();
      setRun((was) => was && { ...was, stopping: true });
    },
  };
}

export type Import = ReturnType<typeof useImport>;

function isUnanswered(outcome: Outcome | undefined): boolean {
  return outcome?.state === "failed" && outcome.unanswered;
}

/** Why a file has no preview. */
export class FileProblem extends Error {
  /** @param passing whether the same file may do a moment later */
  constructor(
    message: string,
    readonly passing: boolean,
  ) {
    super(message);
  }
}

const UNREADABLE = new FileProblem("The file could not be read", true);
