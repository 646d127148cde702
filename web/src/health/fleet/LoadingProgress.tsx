interface Props {
  readonly done: number;
  readonly of: number;
}

const number = new Intl.NumberFormat("en-US");

/** A progress bar with the number of fridges read so far. */
export function LoadingProgress({ done, of }: Props) {
  return (
    <div className="health-progress">
      <progress value={done} max={of} aria-label="Loading fleet health" />
      <span>
        {number.format(done)} of {number.format(of)} fridges
      </span>
    </div>
  );
}
