import { href, Link } from "react-router";
import { sessionStatuses } from "#app/domain/flows/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/tests";
import { FlowTabs } from "./flowTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.flows_tests_page_title() }];

export async function loader({ context, params: { flowId } }: Route.LoaderArgs) {
  const tests = await pageApi(context)("GET /flows/:flowId/tests", { flowId });
  return { ...tests, mayManage: may(context.get(userContext), "flows.manage") };
}

export default function FlowTests({ loaderData }: Route.ComponentProps) {
  const { flow, tests, failed, steps, mayManage } = loaderData;
  const add = mayManage && (
    <ButtonLink to={href("/flows/:flowId/tests/new", { flowId: flow.id })}>
      <Icon name="plus" size={18} /> {m.flows_new_test()}
    </ButtonLink>
  );
  const placeOf = (place: string) =>
    place in sessionStatuses
      ? sessionStatuses[place as keyof typeof sessionStatuses].label
      : m.flows_tests_waiting({ title: steps.find(({ id }) => id === place)?.title ?? place });
  return (
    <>
      <PageHeader title={flow.name} description={m.flows_tests_lead()} actions={tests.length > 0 && add} />
      <FlowTabs flowId={flow.id} />
      {tests.length > 0 && (
        <p className="mb-3">
          {m.flows_tests_passed_text({
            count: formatCount(tests.length - failed),
            tests: counted(m.counts_tests, tests.length),
          })}
        </p>
      )}
      <DataTable
        caption={m.flows_tests()}
        rows={tests}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={m.flows_tests_no_tests_yet_title()} action={add}>
            {m.flows_tests_empty_text()}
          </EmptyState>
        }
        columns={[
          { header: m.common_name(), cell: ({ name }) => name },
          {
            header: m.flows_customer_message(),
            cell: ({ inputs }) => inputs.join(" · ") || m.flows_tests_nothing(),
          },
          { header: m.common_expected(), cell: ({ expects }) => placeOf(expects) },
          {
            header: m.common_result(),
            cell: ({ passed, cameTo, expects, differences }) => (
              <>
                <Passed passed={passed} />
                {cameTo !== expects && <span className="hint block">{placeOf(cameTo)}</span>}
                {differences.map(({ name, got }) => (
                  <span key={name} className="hint block">
                    {m.flows_tests_answer_differs({ name, got })}
                  </span>
                ))}
              </>
            ),
          },
          ...(mayManage
            ? [
                {
                  header: m.common_delete(),
                  plain: "hidden" as const,
                  cell: ({ id, name }: (typeof tests)[number]) => (
                    <Link
                      className="link link-danger"
                      to={href("/flows/:flowId/tests/:testId/delete", { flowId: flow.id, testId: id })}
                    >
                      {m.common_delete()}
                      <span className="sr-only"> {name}</span>
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

const Passed = ({ passed }: { passed: boolean }) => (
  <Badge tone={passed ? "good" : "bad"}>
    {passed ? m.flows_tests_passed() : m.flows_tests_test_failed()}
  </Badge>
);
