import { href } from "react-router";
import { z } from "zod";
import { publishForm } from "#app/domain/flows/schemas.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/publish";
import { FlowTabs } from "./flowTabs.tsx";
import { FlowBadge } from "./list.tsx";
import { Problems } from "./show.tsx";

const schema = publishForm.extend({ intent: z.enum(["publish", "pause"]) });

export const meta: Route.MetaFunction = () => [{ title: m.flows_versions_of_a_flow() }];

export async function loader({ context, params: { flowId } }: Route.LoaderArgs) {
  const publishing = await orThrowPage(context.get(apiContext)("GET /flows/:flowId/publishing", { flowId }));
  return { ...publishing, mayManage: may(context.get(userContext), "flows.manage") };
}

export const action = formAction(
  schema,
  async ({ value: { intent, reason }, api }, { params: { flowId } }: Route.ActionArgs) => {
    const here = href("/flows/:flowId/publish", { flowId });
    if (intent === "pause") {
      await api("POST /flows/:flowId/pause", { flowId });
      return done(here, m.flows_the_flow_starts_with_nobody_now());
    }
    const { version } = await api("POST /flows/:flowId/publish", { flowId, reason });
    return done(here, m.flows_version_is_live({ version }));
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
        <Card title={m.flows_publish_the_draft()} className="mb-6 max-w-3xl">
          <Form method="post" noValidate className="grid gap-4">
            <ErrorSummary title={m.flows_it_was_not_published()} errors={problemsOf(result)} />
            <p>
              {m.flows_customers_who_are_in_the_middle({
                tests:
                  tests.length === 0
                    ? m.flows_there_are_no_tests_yet()
                    : m.flows_of_passed_just_now({
                        count: formatCount(tests.length - failed),
                        tests: counted(m.counts_tests, tests.length),
                      }),
              })}
            </p>
            {failed > 0 && (
              <TextareaField
                {...fieldProps(result, "reason")}
                label={m.flows_why_it_shall_be_published_although()}
                rows={2}
                maxLength={500}
              />
            )}
            <p className="row-actions">
              <Button name="intent" value="publish">
                {m.flows_publish()}
              </Button>
              {flow.status === "live" && (
                <Button name="intent" value="pause" variant="secondary">
                  {m.common_pause()}
                </Button>
              )}
            </p>
          </Form>
        </Card>
      )}
      <DataTable
        caption={m.flows_versions()}
        rows={versions}
        keyOf={({ number }) => String(number)}
        empty={m.flows_nothing_was_published_yet()}
        columns={[
          { header: m.flows_version_2(), cell: ({ number }) => number },
          { header: m.flows_published(), cell: ({ createdAt }) => <Time value={createdAt} /> },
          { header: m.common_steps(), number: true, cell: ({ steps }) => formatCount(steps) },
          {
            header: m.flows_tests_passed(),
            number: true,
            cell: ({ testsPassed, testsTotal }) => m.common_of({ part: testsPassed, whole: testsTotal }),
          },
          { header: m.common_reason(), cell: ({ reason }) => reason },
        ]}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
