import { Form as GetForm, href } from "react-router";
import { maxRangeDays } from "#app/domain/insights/analytics/fieldRules.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { m } from "#messages";

/** An own range of days, open while one is shown or refused. */
export function RangeForm({
  figures: { typed, today, measure, problems },
}: {
  figures: {
    typed: { from: string; to: string };
    today: string;
    measure: string;
    problems: Record<string, string>;
  };
}) {
  const { from, to } = typed;
  return (
    <details className="mb-6" open={from !== "" || to !== ""}>
      <summary className="link inline-block">{m.insights_range_own()}</summary>
      <GetForm action={href("/analytics")} className="mt-2 flex flex-wrap items-start gap-3" noValidate>
        <input type="hidden" name="measure" value={measure} />
        <Field
          label={m.common_from()}
          name="from"
          type="date"
          max={today}
          key={`from ${from}`}
          defaultValue={from}
          error={problems.from}
        />
        <Field
          label={m.common_to()}
          name="to"
          type="date"
          max={today}
          key={`to ${to}`}
          defaultValue={to}
          error={problems.to}
          hint={m.insights_range_hint({ most: maxRangeDays })}
        />
        <Button className="sm:mt-7">{m.insights_range_show_button()}</Button>
      </GetForm>
    </details>
  );
}
