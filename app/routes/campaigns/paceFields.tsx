import type { SubmissionResult } from "@conform-to/react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { asClock } from "#app/domain/messaging/campaigns/words.ts";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { errorAt, typedOr } from "#app/web/problems.ts";

type Pace = CallOutput<"GET /campaigns/:campaignId">["pace"];
export type Quiet = CallOutput<"GET /sending">["quiet"];

/** Hides a field while another pace is chosen; a browser that does not know `:has` shows them all. */
const onlyFor = {
  over: "group-not-has-[[value=over]:checked]/pace:hidden",
  perMinute: "group-not-has-[[value=per_minute]:checked]/pace:hidden",
};

/** How fast a campaign goes out: slower, and those who answer do not all do so at once. */
export function PaceFields({
  pace,
  quiet,
  result,
}: {
  pace: Pace;
  quiet: Quiet;
  result: SubmissionResult<string[]> | undefined;
}) {
  return (
    <div className="group/pace grid gap-5">
      <RadioGroupField
        label="How fast?"
        name="pace"
        defaultValue={typedOr(result, "pace", pace?.kind ?? "fast")}
        error={errorAt(result, "pace")}
        options={[
          { value: "fast", label: "As fast as WhatsApp takes it" },
          {
            value: "over",
            label: "Spread over some hours",
            hint: "So that your team can answer who replies.",
          },
          { value: "per_minute", label: "So many messages a minute" },
        ]}
      />
      <Field
        className={onlyFor.over}
        label="Hours"
        name="hours"
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        defaultValue={typedOr(result, "hours", pace?.kind === "over" ? String(pace.hours) : "4")}
        error={errorAt(result, "hours")}
        hint="1 to 72"
      />
      <Field
        className={onlyFor.perMinute}
        label="Messages a minute"
        name="perMinute"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        defaultValue={typedOr(
          result,
          "perMinute",
          pace?.kind === "per_minute" ? String(pace.messages) : "60",
        )}
        error={errorAt(result, "perMinute")}
        hint="1 to 4,800"
      />
      <p className="hint">
        {quiet ? `Nothing is sent in your quiet hours, ${quietWords(quiet)}. ` : "You have no quiet hours. "}
        <Link className="link" to={href("/settings/sending")}>
          {quiet ? "Change the quiet hours" : "Set quiet hours"}
        </Link>
      </p>
    </div>
  );
}

/** `21:00 to 07:00`, with the zone where it is not Kenya's. */
export const quietWords = ({ from, to, zone }: NonNullable<Quiet>): string =>
  `${asClock(from)} to ${asClock(to)}${zone === "Africa/Nairobi" ? "" : ` (${zone.replace("_", " ")})`}`;
