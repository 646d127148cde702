import { Button } from "../../../ui/Button";
import { downloadCsv, toCsv } from "../../../lib/csv";
import { LIMIT } from "../../rules/temperatureRecord";
import type { Point } from "../../rules/trend";
import type { TemperatureRecord } from "../../temperatureRecord";

interface Props {
  readonly id: string;
  readonly record: TemperatureRecord | undefined;
}

const COLUMNS = (id: string) => [
  { header: "Fridge", value: () => id },
  { header: "Time (UTC)", value: ({ at }: Point) => new Date(at).toISOString() },
  { header: "Temperature (°F)", value: ({ temperature }: Point) => temperature },
  { header: `Above ${LIMIT} °F`, value: ({ temperature }: Point) => (temperature > LIMIT ? "Yes" : "No") },
];

/** Downloads all readings of the period. */
export function ExportReadings({ id, record }: Props) {
  const readings = record?.readings ?? [];
  return (
    <Button
      onClick={() => downloadCsv(`temperatures-${id}.csv`, toCsv(COLUMNS(id), readings))}
      disabledReason={readings.length === 0 ? "No readings to export" : undefined}
    >
      Export readings
    </Button>
  );
}
