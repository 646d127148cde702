import { formatPart } from "../../lib/formats";
interface Props {
  readonly done: number;
  readonly of: number;
}

/** A progress bar with the number of fridges read so far. */
export function LoadingProgress({ done, of }: Props) {
  return (
    <div className="health-progress">
      <progress value={done} max={of} aria-label="Loading fleet health" />
      <span>{formatPart(done, of)} fridges</span>
    </div>
  );
}
