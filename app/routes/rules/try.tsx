import { actionWords } from "#app/domain/integrations/rules/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/try";
import { RuleSwitch } from "./ruleSwitch.tsx";
import { RuleTabs } from "./ruleTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.rules_try_page_title() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const tried = await pageApi(context)("GET /rules/:ruleId/try", params);
  return { ...tried, mayManage: may(context.get(userContext), "rules.manage") };
}

export default function TryRule({ loaderData: { rule, tried, mayManage } }: Route.ComponentProps) {
  const would = tried.filter(({ runs }) => runs).length;
  return (
    <>
      <PageHeader
        title={rule.name}
        description={m.rules_try_lead({
          would,
          events: counted(m.counts_events, tried.length),
        })}
        actions={mayManage && <RuleSwitch rule={rule} />}
      />
      <RuleTabs ruleId={rule.id} />
      <DataTable
        caption={m.rules_dry_run()}
        rows={tried}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={m.rules_try_no_matching_events_yet_title()}>{m.rules_try_empty()}</EmptyState>
        }
        columns={[
          { header: m.common_when(), cell: ({ at }) => <Time value={at} /> },
          { header: m.common_contact(), className: "wrap-anywhere", cell: ({ contact }) => contact },
          {
            header: m.rules_try_would_run(),
            cell: ({ runs }) =>
              runs ? <Badge tone="good">{m.common_yes()}</Badge> : <Badge>{m.common_no()}</Badge>,
          },
          {
            header: m.common_actions(),
            className: "wrap-anywhere",
            cell: ({ runs, steps }) =>
              runs && (
                <ul>
                  {steps.map(({ kind, detail }) => (
                    <li key={kind}>{detail ? labelled(actionWords[kind], detail) : actionWords[kind]}</li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </>
  );
}
