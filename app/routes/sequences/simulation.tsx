import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { Form as QueryForm } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { simulationInput } from "#app/domain/sequences/schemas.ts";
import { sequenceStepKinds } from "#app/domain/sequences/words.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/simulation";
import { SequenceTabs } from "./sequenceTabs.tsx";
import { stepText } from "./stepText.ts";

export const meta: Route.MetaFunction = () => [{ title: m.sequences_simulation() }];

export async function loader({ request, context, params: { sequenceId } }: Route.LoaderArgs) {
  const query = simulationInput.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const input = query.success ? query.data : { contactId: "", anchor: "" };
  const shown = await orThrowPage(
    context.get(apiContext)("GET /sequences/:sequenceId/simulation", { ...input, sequenceId }),
  );
  return { ...shown, input };
}

type Shown = CallOutput<"GET /sequences/:sequenceId/simulation">;
type Outcome = Shown["shown"][number]["outcome"];

const outcomeText = (outcome: Outcome): string =>
  ({
    done: m.common_status_done,
    sent: m.common_sent,
    met: m.sequences_outcome_met,
    otherwise: m.sequences_outcome_otherwise,
    waits: m.sequences_kind_wait,
    missed: m.sequences_outcome_missed,
    no_date: m.sequences_end_no_date,
    end: m.common_completed,
  })[outcome]();

export default function Simulation({ loaderData }: Route.ComponentProps) {
  const { sequence, steps, templates, people, shown, input } = loaderData;
  const rowOf = (stepId: string) => steps.find(({ id }) => id === stepId)!;
  return (
    <>
      <PageHeader title={sequence.name} description={m.sequences_simulation_lead()} />
      <SequenceTabs sequenceId={sequence.id} />
      <Card className="mb-6">
        <QueryForm method="get" className="flex flex-wrap items-end gap-4">
          <SelectField
            name="contactId"
            label={m.common_contact()}
            defaultValue={input.contactId}
            options={[
              { value: "", label: m.sequences_simulation_example() },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <Field name="anchor" type="date" label={m.sequences_anchor()} defaultValue={input.anchor} />
          <Button variant="secondary">{m.sequences_simulation_button()}</Button>
        </QueryForm>
      </Card>
      <DataTable
        caption={m.sequences_simulation()}
        rows={shown}
        keyOf={({ stepId }) => stepId}
        empty={m.sequences_no_steps()}
        columns={[
          {
            header: m.common_steps(),
            cell: ({ stepId }) => {
              const step = rowOf(stepId);
              const text = stepText(step, steps, templates);
              const { label } = sequenceStepKinds[step.kind];
              return text === "" ? label : labelled(label, text);
            },
          },
          { header: m.common_when(), cell: ({ at }) => <Time value={at} /> },
          {
            header: m.common_outcome(),
            cell: ({ outcome, until }) => (
              <>
                {outcomeText(outcome)}
                {until && (
                  <span className="hint block">
                    <ParaglideMessage
                      message={m.sequences_waits_until}
                      markup={{ time: () => <Time value={until} /> }}
                    />
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
