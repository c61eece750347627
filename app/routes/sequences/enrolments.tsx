import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { enrolmentFilter, enrolmentId } from "#app/domain/sequences/schemas.ts";
import { endWords, holdWords, sourceWords } from "#app/domain/sequences/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/enrolments";
import { SequenceTabs } from "./sequenceTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.sequences_enrolments() }];

export async function loader({ request, context, params: { sequenceId } }: Route.LoaderArgs) {
  const filter = enrolmentFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const list = await orThrowPage(
    context.get(apiContext)("GET /sequences/:sequenceId/enrolments", { ...filter, sequenceId }),
  );
  return { ...list, filter, mayManage: may(context.get(userContext), "flows.manage") };
}

export const action = formAction(
  z.object({ enrolmentId }),
  async ({ value, api }, { params: { sequenceId } }: Route.ActionArgs) => {
    await api("DELETE /sequences/:sequenceId/enrolments/:enrolmentId", { ...value, sequenceId });
    return done(href("/sequences/:sequenceId/enrolments", { sequenceId }), m.sequences_ended_done());
  },
);

type List = CallOutput<"GET /sequences/:sequenceId/enrolments">;
type Row = List["enrolments"][number];

export default function Enrolments({ loaderData, actionData }: Route.ComponentProps) {
  const { sequence, stepIds, enrolments, filter, page, pages, mayManage } = loaderData;
  const here = href("/sequences/:sequenceId/enrolments", { sequenceId: sequence.id });
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={sequence.name} />
      <SequenceTabs sequenceId={sequence.id} />
      <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(result)} />
      <FilterBar
        choices={[
          {
            name: "show",
            label: m.common_status(),
            value: filter.show,
            options: [
              { value: "all", label: m.common_all() },
              { value: "open", label: m.sequences_list_open() },
              { value: "held", label: m.sequences_held() },
              { value: "ended", label: m.sequences_filter_ended() },
            ],
          },
        ]}
        clear={filter.show !== "all" && here}
      />
      <DataTable
        caption={m.sequences_enrolments()}
        paged
        rows={enrolments}
        keyOf={({ id }) => id}
        hrefOf={({ contactId }) => href("/contacts/:contactId", { contactId })}
        empty={<EmptyState title={m.common_nothing_here_yet()}>{m.sequences_enrolments_empty()}</EmptyState>}
        columns={[
          { header: m.common_contact(), cell: ({ contact }) => contact },
          { header: m.common_source(), cell: ({ source }) => sourceWords[source] },
          { header: m.common_status(), cell: (row) => <Status row={row} stepIds={stepIds} /> },
          { header: m.sequences_since(), cell: ({ createdAt }) => <Time value={createdAt} /> },
          { header: m.common_actions(), plain: "hidden", cell: (row) => mayManage && <End row={row} /> },
        ]}
      />
      <Pagination page={page} pages={pages} path={here} />
    </>
  );
}

function Status({ row, stepIds }: { row: Row; stepIds: readonly string[] }) {
  const { endReason, held, waitsUntil, stepId } = row;
  if (endReason)
    return <Badge tone={endReason === "completed" ? "good" : "neutral"}>{endWords[endReason]}</Badge>;
  const count = stepIds.indexOf(stepId ?? "") + 1;
  return (
    <>
      {count > 0 && m.flows_show_unnamed_step({ count })}
      {held && <Badge tone="warn">{holdWords[held]}</Badge>}
      {waitsUntil && !held && (
        <span className="hint block">
          <ParaglideMessage
            message={m.sequences_waits_until}
            markup={{ time: () => <Time value={waitsUntil} /> }}
          />
        </span>
      )}
    </>
  );
}

function End({ row: { id, endReason, contact } }: { row: Row }) {
  if (endReason) return null;
  return (
    <Form method="post">
      <input type="hidden" name="enrolmentId" value={id} />
      <Button variant="quiet" aria-label={m.sequences_end_for({ contact })}>
        {m.sequences_end_button()}
      </Button>
    </Form>
  );
}

export { ScreenError as ErrorBoundary };
