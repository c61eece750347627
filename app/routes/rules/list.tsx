import { Plus } from "lucide-react";
import { href } from "react-router";
import { actionWords, type TriggerName, triggers } from "#app/domain/integrations/rules/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { isManager } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { IntegrationTabs } from "../integrations/integrationTabs.tsx";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: "Rules" }];

export async function loader({ context }: Route.LoaderArgs) {
  const { rules } = await orErrorPage(context.get(apiContext)("GET /rules", {}));
  return { rules, mayManage: isManager(context.get(userContext)) };
}

export default function Rules({ loaderData: { rules, mayManage } }: Route.ComponentProps) {
  const create = mayManage && (
    <ButtonLink to={href("/integrations/rules/new")}>
      <Plus size={18} aria-hidden="true" /> New rule
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Rules"
        description="When something happens, do something about it. What a rule does starts no other rule."
        actions={rules.length > 0 && create}
      />
      <IntegrationTabs />
      <DataTable
        caption="Rules"
        rows={rules}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/integrations/rules/:ruleId", { ruleId: id })}
        empty={
          <EmptyState title="No rules yet" action={create}>
            Thank for an order, tag who pays, or hand a question to the right person.
          </EmptyState>
        }
        columns={[
          { header: "Name", cell: ({ name }) => name },
          { header: "When", cell: ({ event }) => triggers[event as TriggerName]?.label ?? event },
          { header: "Then", cell: ({ kinds }) => kinds.map((kind) => actionWords[kind]).join(", ") },
          { header: "Status", cell: (rule) => <RuleBadge {...rule} /> },
          { header: "Runs in 24 hours", number: true, cell: ({ runsToday }) => formatCount(runsToday) },
        ]}
      />
    </>
  );
}

function RuleBadge({ isOn, offReason }: { isOn: boolean; offReason: string | null }) {
  if (isOn) return <Badge tone="good">On</Badge>;
  return offReason ? <Badge tone="warn">Stopped</Badge> : <Badge>Off</Badge>;
}

export { ScreenError as ErrorBoundary };
