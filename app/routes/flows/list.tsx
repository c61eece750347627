import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { readyMadeFlow } from "#app/domain/flows/schemas.ts";
import { flowLanguages, flowStatuses } from "#app/domain/flows/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: m.common_flows() }];

export async function loader({ context }: Route.LoaderArgs) {
  const list = await pageApi(context)("GET /flows", {});
  return { ...list, mayManage: may(context.get(userContext), "flows.manage") };
}

export const action = formAction(readyMadeFlow, async ({ value, api }) => {
  const { flowId } = await api("POST /flows/ready-made", value);
  return done(href("/flows/:flowId", { flowId }), m.flows_list_added_done());
});

export default function Flows({ loaderData, actionData }: Route.ComponentProps) {
  const { flows, readyMade, mayManage } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const create = mayManage && (
    <ButtonLink to={href("/flows/new")}>
      <Icon name="plus" size={18} /> {m.flows_new_flow()}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={m.common_flows()}
        description={m.flows_list_lead()}
        actions={flows.length > 0 && create}
      />
      <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(result)} />
      <DataTable
        caption={m.common_flows()}
        rows={flows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/flows/:flowId", { flowId: id })}
        empty={
          <EmptyState title={m.flows_list_no_flows_yet_title()} action={create}>
            {m.flows_list_empty_text()}
          </EmptyState>
        }
        columns={[
          { header: m.common_name(), cell: ({ name, language }) => <span lang={language}>{name}</span> },
          { header: m.common_language(), cell: ({ language }) => flowLanguages[language] },
          { header: m.flows_list_starts_with(), cell: ({ keywords }) => keywords.join(", ") },
          { header: m.common_status(), cell: (flow) => <FlowBadge {...flow} /> },
          { header: m.common_steps(), number: true, cell: ({ steps }) => formatCount(steps) },
          {
            header: m.flows_list_sessions_in_24_hours(),
            number: true,
            cell: ({ sessionsToday }) => formatCount(sessionsToday),
          },
        ]}
      />
      {mayManage && <ReadyMade readyMade={readyMade} />}
    </>
  );
}

type List = CallOutput<"GET /flows">;

export function FlowBadge({ status, isChanged }: Pick<List["flows"][number], "status" | "isChanged">) {
  return (
    <>
      <Badge tone={flowStatuses[status].tone}>{flowStatuses[status].label}</Badge>
      {isChanged && status === "live" && (
        <span className="hint block">{m.flows_list_draft_has_changes_text()}</span>
      )}
    </>
  );
}

function ReadyMade({ readyMade }: Pick<List, "readyMade">) {
  return (
    <section className="mt-8" aria-labelledby="ready-made">
      <h2 id="ready-made" className="mb-3">
        {m.flows_list_ready_made_heading()}
      </h2>
      <div className="grid gap-4 md:grid-cols-2">
        {readyMade.map(({ key, name, about, steps, languages }) => (
          <Card key={key} title={name}>
            <p className="mb-3">{about}</p>
            <p className="hint mb-3">{counted(m.flows_list_steps_count, steps)}</p>
            <Form method="post" className="flex flex-wrap items-end gap-3">
              <input type="hidden" name="key" value={key} />
              <SelectField
                id={`language-${key}`}
                name="language"
                label={m.common_language()}
                options={languages.map((language) => ({ value: language, label: flowLanguages[language] }))}
              />
              <Button variant="secondary" aria-label={m.flows_list_use_label({ name })}>
                {m.flows_list_use_button()}
              </Button>
            </Form>
          </Card>
        ))}
      </div>
    </section>
  );
}
