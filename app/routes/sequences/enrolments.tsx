import { href } from "react-router";
import { z } from "zod";
import { enrolmentFilter, enrolmentId } from "#app/domain/sequences/schemas.ts";
import { sourceWords } from "#app/domain/sequences/words.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
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
import { EndEnrolment, EnrolmentState } from "./enrolmentState.tsx";
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
  z.object({ enrolmentId, back: z.string().max(2000).default("") }),
  async ({ value: { enrolmentId, back }, api }, { params: { sequenceId } }: Route.ActionArgs) => {
    await api("DELETE /sequences/:sequenceId/enrolments/:enrolmentId", { enrolmentId, sequenceId });
    const list = href("/sequences/:sequenceId/enrolments", { sequenceId });
    return done(safePath(back, list), m.sequences_ended_done());
  },
);

export default function Enrolments({ loaderData, actionData }: Route.ComponentProps) {
  const { sequence, enrolments, filter, page, pages, mayManage } = loaderData;
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
          { header: m.common_status(), cell: (row) => <EnrolmentState row={row} /> },
          { header: m.sequences_since(), cell: ({ createdAt }) => <Time value={createdAt} /> },
          {
            header: m.common_actions(),
            plain: "hidden",
            cell: (row) => mayManage && <EndEnrolment row={row} of={row.contact} />,
          },
        ]}
      />
      <Pagination page={page} pages={pages} path={here} />
    </>
  );
}

export { ScreenError as ErrorBoundary };
