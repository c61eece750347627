import { href } from "react-router";
import { HealthCards } from "#app/routes/insights/healthCards.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/userHealth";

export const meta: Route.MetaFunction = () => [{ title: "Health – Administration" }];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  const health = await orErrorPage(
    context.get(apiContext)("GET /admin/organisations/:orgId/health", { orgId }),
  );
  return { orgId, health };
}

export default function UserHealth({ loaderData: { orgId, health } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={`Health of ${health.businessName}`}
        description="The same figures as its own managers see."
        actions={
          <ButtonLink variant="quiet" to={href("/admin/users/:orgId", { orgId })}>
            Back
          </ButtonLink>
        }
      />
      <HealthCards health={health} />
    </>
  );
}
