import { href } from "react-router";
import { jobForm } from "#app/domain/console/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field } from "#app/ui/field.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/queueJob";

export const meta: Route.MetaFunction = () => [{ title: "Job – Administration" }];

export async function loader({ context, params: { jobId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/queue/:jobId", { jobId }));
}

export const action = formAction(jobForm, async ({ value, api }, { params: { jobId } }: Route.ActionArgs) => {
  await api("POST /admin/queue/:jobId", { jobId, ...value });
  return done(
    href("/admin/system/queue"),
    value.intent === "retry" ? "The job is tried again." : "Job cancelled.",
  );
});

export default function QueueJob({ loaderData: job, actionData }: Route.ComponentProps) {
  const failed = job.state === "failed";
  return (
    <ConfirmPage
      title={failed ? `Retry ${job.queue}?` : `Cancel ${job.queue}?`}
      answer={actionData}
      confirm={
        failed
          ? { label: "Retry", intent: "retry", harmless: true }
          : { label: "Cancel the job", intent: "cancel" }
      }
      keep={{ label: "Back to the queue", to: href("/admin/system/queue") }}
    >
      <DescriptionList
        items={[
          { term: "State", value: job.state },
          { term: "Made", value: <Time value={job.createdOn} /> },
          { term: "Works on", value: <code className="wrap-anywhere">{job.data}</code> },
          { term: "Error", value: job.error ?? "None" },
        ]}
      />
      <Field
        label="Reason"
        name="reason"
        required
        defaultValue={typedOr(actionData?.result, "reason", "")}
        error={errorAt(actionData?.result, "reason")}
      />
    </ConfirmPage>
  );
}
