import { href } from "react-router";
import { jobForm } from "#app/domain/console/schemas.ts";
import { jobStates } from "#app/domain/console/words.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/queueJob";

export const meta: Route.MetaFunction = () => [{ title: m.admin_queue_job_page_title() }];

const endedStates: Record<string, () => string> = {
  completed: m.common_completed,
  cancelled: m.admin_queue_job_ended_states_cancelled,
};

const jobStateWord = (state: string): string =>
  (jobStates as Record<string, string>)[state] ?? endedStates[state]?.() ?? state;

export async function loader({ context, params: { jobId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/queue/:jobId", { jobId });
}

export const action = formAction(jobForm, async ({ value, api }, { params: { jobId } }: Route.ActionArgs) => {
  await api("POST /admin/queue/:jobId", { jobId, ...value });
  return done(
    href("/admin/system/queue"),
    value.intent === "retry" ? m.admin_queue_job_retried_done() : m.admin_queue_job_cancelled_done(),
  );
});

/** The states in which a job can be retried or cancelled manually. */
const movable = new Set(["failed", "retry", "created"]);

export default function QueueJob({ loaderData: job, actionData }: Route.ComponentProps) {
  const failed = job.state === "failed";
  if (!movable.has(job.state))
    return (
      <>
        <PageHeader
          title={job.queue}
          actions={
            <ButtonLink variant="quiet" to={href("/admin/system/queue")}>
              {m.admin_queue_back_to_queue()}
            </ButtonLink>
          }
        />
        <Card className="max-w-2xl">
          <ErrorSummary errors={problemsOf(actionData?.result)} />
          <Facts job={job} />
          <p className="hint mt-4">{m.admin_queue_job_not_movable_text()}</p>
        </Card>
      </>
    );
  return (
    <ConfirmPage
      title={
        failed
          ? m.admin_queue_job_retry_title({ queue: job.queue })
          : m.admin_queue_job_cancel_title({ queue: job.queue })
      }
      answer={actionData}
      confirm={
        failed
          ? { label: m.admin_queue_job_retry_label(), intent: "retry", harmless: true }
          : { label: m.admin_queue_job_cancel_job(), intent: "cancel" }
      }
      keep={{ label: m.admin_queue_back_to_queue(), to: href("/admin/system/queue") }}
    >
      <Facts job={job} />
      <Field
        {...fieldProps(actionData?.result, "reason")}
        maxLength={500}
        label={m.common_reason()}
        required
      />
    </ConfirmPage>
  );
}

function Facts({ job }: { job: Route.ComponentProps["loaderData"] }) {
  return (
    <DescriptionList
      items={[
        { term: m.common_status(), value: jobStateWord(job.state) },
        { term: m.admin_queue_created(), value: <Time value={job.createdOn} /> },
        { term: m.admin_queue_job_object(), value: <code className="wrap-anywhere">{job.data}</code> },
        { term: m.common_error(), value: job.error ?? m.common_none() },
      ]}
    />
  );
}
