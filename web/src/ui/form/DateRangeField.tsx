import { DateField } from "./DateField";

export interface DateRange {
  /** The first day, such as 2026-11-21. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
}

interface Props {
  readonly labels: DateRange;
  readonly value: DateRange;
  readonly onChange: (range: DateRange) => void;
  readonly errors?: Partial<Record<keyof DateRange, string | undefined>>;
  readonly required?: boolean;
}

const ENDS = ["from", "to"] as const;

/** Two date fields for the first and the last day of a range. */
export function DateRangeField({ labels, value, onChange, errors = {}, required }: Props) {
  return ENDS.map((end) => (
    <DateField
      key={end}
      label={labels[end]}
      required={required}
      error={errors[end]}
      value={value[end]}
      onChange={(day) => onChange({ ...value, [end]: day })}
    />
  ));
}
