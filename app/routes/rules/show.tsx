import { href, Link } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { ruleLogFilter } from "#app/domain/integrations/rules/schemas.ts";
import { actionWords, stateWords, type TriggerName, triggers } from "#app/domain/integrations/rules/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { RuleSwitch } from "./ruleSwitch.tsx";
import { RuleTabs } from "./ruleTabs.tsx";

const schema = z.object({ intent: z.enum(["on", "off"]) });

export const meta: Route.MetaFunction = () => [{ title: m.rules_rule() }];

export async function loader({ request, context, params: { ruleId } }: Route.LoaderArgs) {
  const filter = ruleLogFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const log = await pageApi(context)("GET /rules/:ruleId/log", { ...filter, ruleId });
  return { ...log, filter, mayManage: may(context.get(userContext), "rules.manage") };
}

export const action = formAction(
  schema,
  async ({ value: { intent }, api }, { params: { ruleId } }: Route.ActionArgs) => {
    await api("POST /rules/:ruleId/switch", { ruleId, isOn: intent === "on" });
    return done(
      href("/integrations/rules/:ruleId", { ruleId }),
      intent === "on" ? m.rules_show_rule_switched_on_done() : m.rules_show_rule_switched_off_done(),
    );
  },
);

export default function Rule({ loaderData, actionData }: Route.ComponentProps) {
  const { rule, runs, filter, page, pages, mayManage } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const here = href("/integrations/rules/:ruleId", { ruleId: rule.id });
  return (
    <>
      <PageHeader
        title={rule.name}
        description={`${m.common_labelled({
          label: triggers[rule.event as TriggerName]?.label ?? rule.event,
          value: rule.actions.map(({ kind }) => inSentence(actionWords[kind])).join(", "),
        })}.`}
        actions={mayManage && <Switch rule={rule} />}
      />
      <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(result)} />
      {rule.offReason && (
        <div className="mb-4">
          <Notice tone="warn" title={m.rules_show_rule_stopped_notice()}>
            {rule.offReason}
          </Notice>
        </div>
      )}
      <RuleTabs ruleId={rule.id} />
      <FilterBar
        choices={[
          {
            name: "state",
            label: m.common_outcome(),
            value: filter.state,
            options: [
              { value: "all", label: m.common_all() },
              ...Object.entries(stateWords).map(([value, { label }]) => ({ value, label })),
            ],
          },
        ]}
        clear={filter.state !== "all" && here}
      />
      <DataTable
        caption={m.rules_show_runs_caption()}
        paged
        rows={runs}
        keyOf={({ id }) => id}
        empty={<EmptyState title={m.common_nothing_here_yet()}>{m.rules_show_empty()}</EmptyState>}
        columns={columns}
      />
      <Pagination page={page} pages={pages} path={here} />
    </>
  );
}

type Log = CallOutput<"GET /rules/:ruleId/log">;

function Switch({ rule }: { rule: Log["rule"] }) {
  return (
    <div className="flex flex-wrap gap-3">
      <RuleSwitch rule={rule} />
      <ButtonLink variant="secondary" to={href("/integrations/rules/:ruleId/edit", { ruleId: rule.id })}>
        {m.common_edit()}
      </ButtonLink>
      <ButtonLink variant="danger-quiet" to={href("/integrations/rules/:ruleId/delete", { ruleId: rule.id })}>
        {m.common_delete()}
      </ButtonLink>
    </div>
  );
}

const columns: Column<Log["runs"][number]>[] = [
  {
    header: m.common_when,
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    header: m.common_contact,
    cell: ({ contact, contactId }) =>
      contactId &&
      contact && (
        <Link className="link" to={href("/contacts/:contactId", { contactId })}>
          {contact}
        </Link>
      ),
  },
  {
    header: m.common_outcome,
    cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
  },
  {
    header: m.rules_show_actions_taken,
    cell: ({ steps, note }) =>
      (steps.length > 0 || note) && (
        <ul>
          {steps.map((step) => (
            <li key={step.kind}>{step.ok ? step.note : m.rules_show_skipped({ note: step.note })}</li>
          ))}
          {note && <li className="hint">{note}</li>}
        </ul>
      ),
  },
];
