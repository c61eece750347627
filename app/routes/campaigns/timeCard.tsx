import { RadioGroupField } from "#app/ui/field.tsx";
import { Card } from "#app/ui/page.tsx";
import { type FormResult, fieldProps, fieldValue } from "#app/web/fields.ts";
import { m } from "#messages";
import type { ComposeProps } from "./composeForm.tsx";
import { PaceFields, type Quiet } from "./paceFields.tsx";
import { TimeField } from "./timeField.tsx";

/** When the campaign is sent and, less often chosen, how fast. */
export function TimeCard({
  draft,
  quiet,
  earliest,
  result,
}: {
  draft: ComposeProps["draft"];
  quiet: Quiet;
  earliest: string;
  result: FormResult;
}) {
  const stored = draft?.scheduledFor ?? "";
  const isPaced = fieldValue(result, "pace", draft?.pace?.kind ?? "fast") !== "fast";
  return (
    <Card title={m.common_time()}>
      <div className="group/time grid gap-5">
        <input type="hidden" name="drawn" value={stored} />
        <RadioGroupField
          {...fieldProps(result, "when", stored ? "later" : "now")}
          label={m.campaigns_schedule_title()}
          options={[
            { value: "now", label: m.common_now() },
            { value: "later", label: m.common_later(), hint: m.campaigns_schedule_now_hint() },
          ]}
        />
        {/* A browser without `:has` always shows it. */}
        <div className="group-not-has-[[value=later]:checked]/time:hidden">
          <TimeField result={result} stored={stored} earliest={earliest} />
        </div>
        <details open={isPaced}>
          <summary className="link inline-flex min-h-control items-center">
            {m.campaigns_pace_label()}
          </summary>
          <div className="mt-3">
            <PaceFields pace={draft?.pace ?? null} quiet={quiet} result={result} />
          </div>
        </details>
      </div>
    </Card>
  );
}
