import { PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/health";
import { HealthCards } from "./healthCards.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.common_health() }];

export async function loader({ context }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext)("GET /health", {}));
}

export default function HealthPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.common_health()} description={m.insights_health_lead()} />
      <HealthCards health={loaderData} />
    </>
  );
}
