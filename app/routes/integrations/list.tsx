import { href, Outlet, useLocation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { integrationFilter } from "#app/domain/integrations/connections/schemas.ts";
import {
  categories,
  categoryWords,
  complexityWords,
  type ProviderName,
  statusWords,
} from "#app/domain/integrations/connections/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { useIsCovered } from "#app/web/useIsDeclared.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { NameWithLogo } from "./serviceLogo.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.common_integrations() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = integrationFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { integrations } = await pageApi(context)("GET /integrations", filter);
  return { integrations, filter, mayManage: may(context.get(userContext), "integrations.manage") };
}

export default function Integrations({ loaderData }: Route.ComponentProps) {
  const { integrations, filter, mayManage } = loaderData;
  return (
    <>
      <div inert={useIsCovered()}>
        <PageHeader
          title={m.common_integrations()}
          description={m.integrations_list_lead()}
          actions={
            <ButtonLink variant="secondary" to={href("/integrations/mpesa")}>
              {m.tills_title()}
            </ButtonLink>
          }
        />
        <FilterBar
          choices={[
            {
              name: "category",
              label: m.common_category(),
              value: filter.category,
              options: [
                { value: "all", label: m.integrations_list_all_label() },
                ...categories.map((category) => ({ value: category, label: categoryWords[category] })),
              ],
            },
          ]}
          clear={filter.category !== "all" && href("/integrations")}
        />
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {integrations.map((integration) => (
            <li key={integration.id} className="grid">
              <IntegrationCard integration={integration} mayManage={mayManage} />
            </li>
          ))}
        </ul>
      </div>
      <Outlet />
    </>
  );
}

type Shown = CallOutput<"GET /integrations">["integrations"][number];

function IntegrationCard({ integration, mayManage }: { integration: Shown; mayManage: boolean }) {
  const { id, logo, name, description, category, complexity, features, status, isBroken, accountName } =
    integration;
  const { search } = useLocation();
  const provider = id as ProviderName;
  return (
    <Card
      title={<NameWithLogo logo={logo} name={name} />}
      actions={
        isBroken ? (
          <Badge tone="bad">{m.common_reconnect()}</Badge>
        ) : (
          <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>
        )
      }
    >
      <p>{description}</p>
      <p className="hint mt-2">
        {m.integrations_list_setup_text({
          category: categoryWords[category],
          complexity: complexityWords[complexity],
        })}
      </p>
      <ul className="mt-2 list-disc pl-5">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {accountName && <p className="mt-2 break-words font-semibold">{accountName}</p>}
      {mayManage && status === "available" && (
        <p className="mt-4">
          <ButtonLink
            to={`${href("/integrations/:provider/connect", { provider })}${search}`}
            preventScrollReset
          >
            {m.integrations_connect_link()}
            <span className="sr-only"> {name}</span>
          </ButtonLink>
        </p>
      )}
      {mayManage && status === "connected" && (
        <p className="mt-4">
          <ButtonLink variant="secondary" to={href("/integrations/:provider", { provider })}>
            {m.integrations_list_manage_link()}
            <span className="sr-only"> {name}</span>
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}
