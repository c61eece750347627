import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { move } from "#app/domain/crm/schemas.ts";
import type { DealChangeKind } from "#app/domain/crm/words.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import { TaskLines } from "../tasks/taskLines.tsx";
import type { Route } from "./+types/show";
import { ClosesOn, StageBadge } from "./dealStage.tsx";
import { MoveForm } from "./moveForm.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData.deal.title }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await pageApi(context)("GET /deals/:dealId", params);
  return { ...found, mayDelete: may(context.get(userContext), "deals.delete") };
}

/** Moves it; the board and the table post here too, and return to their page. */
export const action = formAction(
  move,
  async ({ value, api, form }, { params: { dealId } }: Route.ActionArgs) => {
    const { stage } = await api("PUT /deals/:dealId/stage", { ...value, dealId });
    const here = href("/deals/:dealId", { dealId });
    return done(safePath(String(form.get("back") ?? ""), here), m.deals_show_deal_moved_done({ stage }));
  },
);

export default function Deal({ loaderData, actionData }: Route.ComponentProps) {
  const { deal, stages, history, tasks, now, mayDelete } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const dealId = deal.id;
  const here = href("/deals/:dealId", { dealId });
  const newTask = new URLSearchParams({ dealId, back: here });
  return (
    <>
      <PageHeader
        title={deal.title}
        actions={
          <>
            <ButtonLink variant="secondary" to={href("/deals/:dealId/edit", { dealId })}>
              {m.common_edit()}
            </ButtonLink>
            {mayDelete && (
              <ButtonLink variant="danger-quiet" to={href("/deals/:dealId/delete", { dealId })}>
                {m.common_delete()}
              </ButtonLink>
            )}
          </>
        }
      />
      <ErrorSummary
        title={m.deals_show_deal_not_moved_title()}
        errors={problemsOf(result).map(({ text }) => ({ text }))}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={m.common_deal()}>
          <DescriptionList
            items={[
              {
                term: m.common_contact(),
                value: (
                  <Link className="link" to={href("/contacts/:contactId", { contactId: deal.contactId })}>
                    {deal.contact}
                  </Link>
                ),
              },
              { term: m.common_value(), value: <Money cents={deal.valueCents} /> },
              { term: m.common_stage(), value: <StageBadge stage={deal.stage} kind={deal.kind} /> },
              { term: m.deals_show_in_stage_since(), value: <Time value={deal.stageSince} /> },
              { term: m.common_owner(), value: deal.owner?.name ?? m.common_unassigned() },
              {
                term: m.deals_expected_to_close(),
                value: deal.closesOn ? <ClosesOn deal={deal} now={now} /> : m.common_value_unknown(),
              },
              ...(deal.note
                ? [
                    {
                      term: m.common_note(),
                      value: <span className="whitespace-pre-wrap wrap-anywhere">{deal.note}</span>,
                    },
                  ]
                : []),
            ]}
          />
          <div className="mt-5">
            <MoveForm deal={deal} stages={stages} back={here} />
          </div>
        </Card>
        <Card
          title={m.common_tasks()}
          actions={
            <ButtonLink variant="secondary" to={`${href("/tasks/new")}?${newTask}`}>
              {m.common_new_task()}
            </ButtonLink>
          }
        >
          <TaskLines tasks={tasks} empty={m.deals_show_tasks_empty()} />
        </Card>
        <History history={history} />
      </div>
    </>
  );
}

type Entry = CallOutput<"GET /deals/:dealId">["history"][number];

const changeWords: Record<DealChangeKind, string> = lazy({
  created: m.common_created,
  stage: m.common_stage,
  title: m.common_title,
  value: m.common_value,
  owner: m.common_owner,
  closes_on: m.deals_expected_to_close,
  note: m.common_note,
});

function said({ kind, before, after }: Entry): string {
  const shown = (text: string | null) =>
    text === null ? m.deals_show_none() : kind === "value" ? formatKes(Number(text)) : text;
  return kind === "created"
    ? m.deals_show_change_in({ after: after ?? "" })
    : m.deals_show_change_from_to({ before: shown(before), after: shown(after) });
}

function History({ history }: { history: Entry[] }) {
  return (
    <Card title={m.common_history()}>
      <ul className="divide-y divide-line">
        {history.map((entry) => (
          <li key={entry.id} className="py-3 first:pt-0 last:pb-0">
            <span className="hint block">
              <Time value={entry.createdAt} />, {entry.by ?? "Tarishi"}
            </span>
            <span className="wrap-anywhere">
              <strong>{changeWords[entry.kind]}</strong>
              {m.common_colon()} {said(entry)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
