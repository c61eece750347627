import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { asClock, paceLimits } from "#app/domain/messaging/campaigns/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";

type Pace = CallOutput<"GET /campaigns/:campaignId">["pace"];
export type Quiet = CallOutput<"GET /sending">["quiet"];

/** Hides a field while another rate is chosen; a browser without `:has` shows them all. */
const onlyFor = {
  over: "group-not-has-[[value=over]:checked]/pace:hidden",
  perMinute: "group-not-has-[[value=per_minute]:checked]/pace:hidden",
};

/** The send rate of a campaign: a slower one spreads the replies. */
export function PaceFields({ pace, quiet, result }: { pace: Pace; quiet: Quiet; result: FormResult }) {
  return (
    <div className="group/pace grid gap-5">
      <RadioGroupField
        {...fieldProps(result, "pace", pace?.kind ?? "fast")}
        label={m.campaigns_pace_label()}
        options={[
          { value: "fast", label: m.campaigns_pace_as_fast_as_possible() },
          {
            value: "over",
            label: m.campaigns_pace_spread_over_several_hours(),
            hint: m.campaigns_pace_paced_hint(),
          },
          { value: "per_minute", label: m.campaigns_pace_limit_messages_per_minute() },
        ]}
      />
      <Field
        {...fieldProps(result, "hours", pace?.kind === "over" ? String(pace.hours) : "4")}
        className={onlyFor.over}
        label={m.campaigns_pace_hours_label()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        hint={m.campaigns_pace_hours_hint({ least: 1, most: paceLimits.hours })}
      />
      <Field
        {...fieldProps(result, "perMinute", pace?.kind === "per_minute" ? String(pace.messages) : "60")}
        className={onlyFor.perMinute}
        label={m.campaigns_pace_per_minute_label()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        hint={m.campaigns_pace_hours_hint({ least: 1, most: formatCount(paceLimits.perMinute) })}
      />
      <p className="hint">
        {quiet
          ? m.campaigns_pace_quiet_hours_text({ quiet: quietWords(quiet) })
          : m.campaigns_pace_no_quiet_hours_text()}{" "}
        <Link className="link" to={href("/settings/sending")}>
          {quiet ? m.campaigns_pace_change_quiet_hours() : m.campaigns_pace_set_quiet_hours()}
        </Link>
      </p>
    </div>
  );
}

/** `21:00 to 07:00`, with the time zone unless it is Kenya's. */
export const quietWords = ({ from, to, zone }: NonNullable<Quiet>): string =>
  zone === "Africa/Nairobi"
    ? m.campaigns_pace_from_to({ from: asClock(from), to: asClock(to) })
    : m.campaigns_pace_from_to_in_zone({
        ...{ from: asClock(from), to: asClock(to) },
        zone: zone.replaceAll("_", " "),
      });
