import { PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/health";
import { HealthCards } from "./healthCards.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.common_health() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /health", {});
}

export default function HealthPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.common_health()} description={m.insights_health_lead()} />
      <HealthCards health={loaderData} />
    </>
  );
}
