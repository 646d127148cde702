import { useState } from "react";
import { HoursField, type Hours } from "../../src/ui/form/HoursField";
import { WeekdaysField } from "../../src/ui/form/WeekdaysField";

const STOCKING = { monday: 1, tuesday: 0, wednesday: 1, thursday: 0, friday: 1, saturday: 0, sunday: 0 };
const OPENING: Hours = { allDay: false, days: { monday: [["08:00", "18:00"]], tuesday: [["18:00", "08:00"]] } };

export function WeekFields() {
  const [hours, setHours] = useState(OPENING);
  const [days, setDays] = useState<typeof STOCKING>(STOCKING);
  return (
    <>
      <HoursField
        description="When drivers have access"
        error="The end of Tuesday must be after its start"
        value={hours}
        onChange={setHours}
      />
      <WeekdaysField
        label="Stocking days"
        description="Sunday follows the center"
        value={days}
        fixed={{ days: { sunday: 0 }, reason: "The center sets this day" }}
        onChange={setDays}
      />
    </>
  );
}
