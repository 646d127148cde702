interface Props {
  readonly done: number;
  readonly of: number;
}

const number = new Intl.NumberFormat("en-US");

/** How much of the fleet has been read. */
export function LoadingProgress({ done, of }: Props) {
  return (
    <div className="health-progress">
      <progress value={done} max={of} aria-label="Loading the fleet's health" />
      <span>
        {number.format(done)} of {number.format(of)} fridges
      </span>
    </div>
  );
}
