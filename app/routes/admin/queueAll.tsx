import { href } from "react-router";
import { jobsFilter, jobsForm } from "#app/domain/console/schemas.ts";
import { jobStates, movedAtOnce } from "#app/domain/console/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field } from "#app/ui/field.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/queueAll";

export const meta: Route.MetaFunction = () => [{ title: m.admin_queue_all_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = jobsFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, ...(await pageApi(context)("GET /admin/queue/count", filter)) };
}

export const action = formAction(jobsForm, async ({ value, api }) => {
  const { moved } = await api("POST /admin/queue", value);
  return done(
    href("/admin/system/queue"),
    value.state === "failed"
      ? counted(m.admin_queue_all_jobs_queued_for_retry, moved)
      : m.admin_queue_all_cancelled_done({ jobs: counted(m.counts_jobs, moved) }),
  );
});

/** Asks before all jobs that match a filter of the queue are moved together. */
export default function QueueAll({ loaderData: { filter, total }, actionData }: Route.ComponentProps) {
  const failed = filter.state === "failed";
  const result = actionData?.result;
  const back = new URLSearchParams({ state: filter.state, queue: filter.queue, error: filter.error });
  return (
    <ConfirmPage
      title={failed ? m.admin_queue_all_retry_title() : m.admin_queue_all_cancel_title()}
      answer={actionData}
      confirm={
        failed
          ? { label: m.admin_queue_all_retry_jobs(), harmless: true }
          : { label: m.admin_queue_all_cancel_jobs() }
      }
      keep={{ label: m.admin_queue_back_to_queue(), to: `${href("/admin/system/queue")}?${back}` }}
    >
      <DescriptionList
        items={[
          {
            term: m.admin_queue_jobs(),
            value: m.admin_queue_all_at_most_at_once({
              jobs: counted(m.counts_jobs, total),
              most: formatCount(movedAtOnce),
            }),
          },
          { term: m.admin_kind(), value: filter.queue || m.admin_queue_all_none_chosen() },
          { term: m.common_status(), value: jobStates[filter.state] },
          ...(filter.error ? [{ term: m.common_error(), value: filter.error }] : []),
        ]}
      />
      <input type="hidden" name="state" value={filter.state} />
      <input type="hidden" name="queue" value={filter.queue} />
      <input type="hidden" name="error" value={filter.error} />
      <Field {...fieldProps(result, "reason")} maxLength={500} label={m.common_reason()} required />
    </ConfirmPage>
  );
}
