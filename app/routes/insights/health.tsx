import { PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/health";
import { HealthCards } from "./healthCards.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Health" }];

export async function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /health", {}));
}

export default function HealthPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Health" description="What our support sees of your organisation, too." />
      <HealthCards health={loaderData} />
    </>
  );
}

export { ScreenError as ErrorBoundary };
