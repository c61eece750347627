import { href } from "react-router";
import { z } from "zod";
import { publishForm } from "#app/domain/flows/schemas.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { isManager } from "#app/platform/roles.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/publish";
import { FlowTabs } from "./flowTabs.tsx";
import { FlowBadge } from "./list.tsx";
import { Problems } from "./show.tsx";

const schema = publishForm.extend({ intent: z.enum(["publish", "pause"]) });

export const meta: Route.MetaFunction = () => [{ title: "Versions of a flow" }];

export async function loader({ context, params: { flowId } }: Route.LoaderArgs) {
  const publishing = await orErrorPage(context.get(apiContext)("GET /flows/:flowId/publishing", { flowId }));
  return { ...publishing, mayManage: isManager(context.get(userContext)) };
}

export const action = formAction(
  schema,
  async ({ value: { intent, reason }, api }, { params: { flowId } }: Route.ActionArgs) => {
    const here = href("/flows/:flowId/publish", { flowId });
    if (intent === "pause") {
      await api("POST /flows/:flowId/pause", { flowId });
      return done(here, "The flow starts with nobody now. What runs goes on.");
    }
    const { version } = await api("POST /flows/:flowId/publish", { flowId, reason });
    return done(here, `Version ${version} is live.`);
  },
);

export default function PublishFlow({ loaderData, actionData }: Route.ComponentProps) {
  const { flow, problems, tests, versions, mayManage } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const failed = tests.filter(({ passed }) => !passed).length;
  return (
    <>
      <PageHeader title={flow.name} description={<FlowBadge {...flow} />} />
      <FlowTabs flowId={flow.id} />
      {problems.length > 0 && <Problems {...loaderData} />}
      {mayManage && (
        <Card title="Publish the draft" className="mb-6 max-w-3xl">
          <Form method="post" noValidate className="grid gap-4">
            <ErrorSummary title="It was not published" errors={problemsOf(result)} />
            <p>
              {tests.length === 0
                ? "There are no tests yet."
                : `${formatCount(tests.length - failed)} of ${countOf(tests.length, "test")} passed just now.`}{" "}
              Customers who are in the middle go on in the version with which they began.
            </p>
            {failed > 0 && (
              <TextareaField
                label="Why it shall be published although a test fails"
                name="reason"
                rows={2}
                maxLength={500}
                defaultValue={typedOr(result, "reason", "")}
                error={errorAt(result, "reason")}
              />
            )}
            <p className="row-actions">
              <Button name="intent" value="publish">
                Publish
              </Button>
              {flow.status === "live" && (
                <Button name="intent" value="pause" variant="secondary">
                  Pause
                </Button>
              )}
            </p>
          </Form>
        </Card>
      )}
      <DataTable
        caption="Versions"
        rows={versions}
        keyOf={({ number }) => String(number)}
        empty="Nothing was published yet."
        columns={[
          { header: "Version", cell: ({ number }) => number },
          { header: "Published", cell: ({ createdAt }) => <Time value={createdAt} /> },
          { header: "Steps", number: true, cell: ({ steps }) => formatCount(steps) },
          {
            header: "Tests passed",
            number: true,
            cell: ({ testsPassed, testsTotal }) => `${testsPassed} of ${testsTotal}`,
          },
          { header: "Reason", cell: ({ reason }) => reason },
        ]}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
