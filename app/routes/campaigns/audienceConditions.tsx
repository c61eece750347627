import { ConditionsFields } from "#app/routes/contacts/conditionsFields.tsx";
import { m } from "#messages";
import type { Composed } from "./composed.server.ts";
import type { Choices } from "./composeForm.tsx";

/** Included and excluded contacts by conditions: a part of its own, loaded when it is chosen. */
export function AudienceConditions({
  audience: { meant, not, problems },
  choices,
}: {
  audience: Composed["audience"];
  choices: Choices["conditions"];
}) {
  return (
    <div className="grid gap-6">
      <section className="grid gap-3">
        <h3>{m.campaigns_audience_include_heading()}</h3>
        <ConditionsFields draft={meant} choices={choices} problems={problems?.meant} withSegments />
      </section>
      <details open={not.rows.length > 0}>
        <summary className="link inline-flex min-h-control items-center">
          {m.campaigns_audience_exclude_heading()}
        </summary>
        <div className="mt-3" id="not-conditions">
          <ConditionsFields
            draft={not}
            choices={choices}
            problems={problems?.not}
            prefix="not-"
            withSegments
          />
        </div>
      </details>
    </div>
  );
}
