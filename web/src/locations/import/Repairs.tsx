import type { Repair } from "./preview";

interface Props {
  readonly repairs: readonly Repair[];
  /** The key of the one by which the rows are filtered. */
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
}

/** What is wrong in the file, by what it takes to repair it, most frequent first. Each filters the rows. */
export function Repairs({ repairs, chosen, onChoose }: Props) {
  if (repairs.length === 0) return null;
  return (
    <section className="import-repairs" aria-labelledby="import-repairs-title">
      <h2 id="import-repairs-title">What to repair</h2>
      <ul>
        {repairs.map(({ key, column, repair, rows }) => (
          <li key={key}>
            <button type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
              <span className="import-repair-count">{rows.toLocaleString("en-US")}</span>
              <span>
                {column !== null && !repair.includes(column) && <span className="import-column">{column} </span>}
                {repair}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
