import { href } from "react-router";
import { jobsFilter, jobsForm } from "#app/domain/console/schemas.ts";
import { jobStates, movedAtOnce } from "#app/domain/console/words.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field } from "#app/ui/field.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/queueAll";

export const meta: Route.MetaFunction = () => [{ title: "Jobs – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = jobsFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, ...(await orErrorPage(context.get(apiContext)("GET /admin/queue/count", filter))) };
}

export const action = formAction(jobsForm, async ({ value, api }) => {
  const { moved } = await api("POST /admin/queue", value);
  return done(
    href("/admin/system/queue"),
    value.state === "failed"
      ? `${countOf(moved, "job")} ${moved === 1 ? "is" : "are"} tried again.`
      : `${countOf(moved, "job")} cancelled.`,
  );
});

/** Asks before all jobs that a filter of the queue finds are moved together. */
export default function QueueAll({ loaderData: { filter, total }, actionData }: Route.ComponentProps) {
  const failed = filter.state === "failed";
  const result = actionData?.result;
  const back = new URLSearchParams({ state: filter.state, queue: filter.queue, error: filter.error });
  return (
    <ConfirmPage
      title={failed ? "Retry all of them?" : "Cancel all of them?"}
      answer={actionData}
      confirm={failed ? { label: "Retry them", harmless: true } : { label: "Cancel the jobs" }}
      keep={{ label: "Back to the queue", to: `${href("/admin/system/queue")}?${back}` }}
    >
      <DescriptionList
        items={[
          { term: "Jobs", value: `${countOf(total, "job")}, at most ${formatCount(movedAtOnce)} at once` },
          { term: "Kind", value: filter.queue || "None chosen" },
          { term: "State", value: jobStates[filter.state] },
          ...(filter.error ? [{ term: "Error", value: filter.error }] : []),
        ]}
      />
      <input type="hidden" name="state" value={filter.state} />
      <input type="hidden" name="queue" value={filter.queue} />
      <input type="hidden" name="error" value={filter.error} />
      <Field
        label="Reason"
        name="reason"
        required
        defaultValue={typedOr(result, "reason", "")}
        error={errorAt(result, "reason")}
      />
    </ConfirmPage>
  );
}
