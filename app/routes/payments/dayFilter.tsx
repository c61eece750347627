import { Form as DayForm, href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { m } from "#messages";

/** The day of payments; the other filters stay. */
export const DayFilter = ({ filters }: { filters: { state: string; tillId: string; day: string } }) => (
  <DayForm action={href("/payments")} className="mb-4 flex flex-wrap items-end gap-3">
    {filters.state !== "" && <input type="hidden" name="state" value={filters.state} />}
    {filters.tillId !== "" && <input type="hidden" name="tillId" value={filters.tillId} />}
    <Field key={filters.day} name="day" label={m.receipts_day()} type="date" defaultValue={filters.day} />
    <Button variant="secondary">{m.receipts_day_button()}</Button>
  </DayForm>
);
