import { href } from "react-router";
import { HealthCards } from "#app/routes/insights/healthCards.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/userHealth";

export const meta: Route.MetaFunction = () => [{ title: m.admin_user_health_page_title() }];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  const health = await pageApi(context)("GET /admin/organisations/:orgId/health", { orgId });
  return { orgId, health };
}

export default function UserHealth({ loaderData: { orgId, health } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.admin_user_health_title({ businessName: health.businessName })}
        description={m.admin_user_health_lead()}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/users/:orgId", { orgId })}>
            {m.common_back()}
          </ButtonLink>
        }
      />
      <HealthCards health={health} />
    </>
  );
}
