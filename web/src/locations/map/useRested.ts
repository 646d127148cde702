import { useEffect, useState } from "react";

/** The value once it has not changed for so long; at first, at once. */
export function useRested<Value>(value: Value, milliseconds: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (Object.is(value, rested)) return;
    const resting = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(resting);
  }, [value, rested, milliseconds]);
  return rested;
}
