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
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/publish";
import { FlowTabs } from "./flowTabs.tsx";
import { FlowBadge } from "./list.tsx";
import { Problems } from "./show.tsx";

const schema = publishForm.extend({ intent: z.enum(["publish", "pause"]) });

export const meta: Route.MetaFunction = () => [{ title: m.flows_publish_page_title() }];

export async function loader({ context, params: { flowId } }: Route.LoaderArgs) {
  const publishing = await pageApi(context)("GET /flows/:flowId/publishing", { flowId });
  return { ...publishing, mayManage: may(context.get(userContext), "flows.manage") };
}

export const action = formAction(
  schema,
  async ({ value: { intent, reason }, api }, { params: { flowId } }: Route.ActionArgs) => {
    const here = href("/flows/:flowId/publish", { flowId });
    if (intent === "pause") {
      await api("POST /flows/:flowId/pause", { flowId });
      return done(here, m.flows_publish_paused_done());
    }
    const { version } = await api("POST /flows/:flowId/publish", { flowId, reason });
    return done(here, m.flows_publish_version_live_done({ version }));
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
        <Card title={m.flows_publish_draft_title()} className="mb-6 max-w-3xl">
          <Form method="post" noValidate className="grid gap-4">
            <ErrorSummary title={m.flows_publish_was_not_published_title()} errors={problemsOf(result)} />
            <p>
              {m.flows_publish_sessions_text({
                tests:
                  tests.length === 0
                    ? m.flows_publish_no_tests()
                    : m.flows_publish_tests_passed({
                        count: formatCount(tests.length - failed),
                        tests: counted(m.counts_tests, tests.length),
                      }),
              })}
            </p>
            {failed > 0 && (
              <TextareaField
                {...fieldProps(result, "reason")}
                label={m.flows_publish_reason_label()}
                rows={2}
                maxLength={500}
              />
            )}
            <p className="row-actions">
              <Button name="intent" value="publish">
                {m.common_publish()}
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
        empty={m.flows_publish_nothing_published_yet()}
        columns={[
          { header: m.common_version(), cell: ({ number }) => number },
          { header: m.flows_publish_published(), cell: ({ createdAt }) => <Time value={createdAt} /> },
          { header: m.common_steps(), number: true, cell: ({ steps }) => formatCount(steps) },
          {
            header: m.flows_publish_tests_passed_column(),
            number: true,
            cell: ({ testsPassed, testsTotal }) =>
              m.common_part_of_whole({ part: testsPassed, whole: testsTotal }),
          },
          { header: m.common_reason(), cell: ({ reason }) => reason },
        ]}
      />
    </>
  );
}
