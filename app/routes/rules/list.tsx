import { href } from "react-router";
import { actionWords, type TriggerName, triggers } from "#app/domain/integrations/rules/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: m.common_rules() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { rules } = await pageApi(context)("GET /rules", {});
  return { rules, mayManage: may(context.get(userContext), "rules.manage") };
}

export default function Rules({ loaderData: { rules, mayManage } }: Route.ComponentProps) {
  const create = mayManage && (
    <ButtonLink to={href("/integrations/rules/new")}>
      <Icon name="plus" size={18} /> {m.rules_new_rule()}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={m.common_rules()}
        description={m.rules_list_lead()}
        actions={rules.length > 0 && create}
      />
      <DataTable
        caption={m.common_rules()}
        rows={rules}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/integrations/rules/:ruleId", { ruleId: id })}
        empty={
          <EmptyState title={m.rules_list_no_rules_yet_title()} action={create}>
            {m.rules_list_empty_text()}
          </EmptyState>
        }
        columns={[
          { header: m.common_name(), cell: ({ name }) => name },
          { header: m.common_when(), cell: ({ event }) => triggers[event as TriggerName]?.label ?? event },
          { header: m.rules_then(), cell: ({ kinds }) => kinds.map((kind) => actionWords[kind]).join(", ") },
          { header: m.common_status(), cell: (rule) => <RuleBadge {...rule} /> },
          {
            header: m.rules_list_runs_in_24_hours(),
            number: true,
            cell: ({ runsToday }) => formatCount(runsToday),
          },
        ]}
      />
    </>
  );
}

function RuleBadge({ isOn, offReason }: { isOn: boolean; offReason: string | null }) {
  if (isOn) return <Badge tone="good">{m.common_on()}</Badge>;
  return offReason ? <Badge tone="warn">{m.rules_list_stopped()}</Badge> : <Badge>{m.common_off()}</Badge>;
}
