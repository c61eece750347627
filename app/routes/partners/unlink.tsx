import { data, href } from "react-router";
import { reasonForm } from "#app/domain/partners/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/unlink";
import { ReasonField } from "./reasonField.tsx";

export const meta: Route.MetaFunction = () => [{ title: "End a link – Revenue Share" }];

export async function loader({ context, params: { partnerId, orgId } }: Route.LoaderArgs) {
  const { partner, organisations } = await orErrorPage(
    context.get(apiContext)("GET /admin/partners/:partnerId", { partnerId }),
  );
  const organisation = organisations.find(({ id, endedAt }) => id === orgId && !endedAt);
  if (!organisation) throw data("This organisation is not linked to the partner.", { status: 404 });
  return { partner, organisation };
}

export const action = formAction(
  reasonForm,
  async ({ value, api }, { params: { partnerId, orgId } }: Route.ActionArgs) => {
    await api("DELETE /admin/partner-links/:orgId", { orgId, ...value });
    return done(href("/revenue-share/partners/:partnerId", { partnerId }), "The link has ended.");
  },
);

export default function Unlink({ loaderData: { partner, organisation }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={`End the link of ${organisation.name}?`}
      answer={actionData}
      confirm={{ label: "End the link" }}
      keep={{
        label: "Keep it",
        to: href("/revenue-share/partners/:partnerId", { partnerId: partner.id }),
      }}
    >
      <p>
        {partner.name} gets no share of what the organisation pays from now on. What was shared until now
        stays.
      </p>
      <ReasonField result={actionData?.result} hint="The organisation reads it in its activity log." />
    </ConfirmPage>
  );
}
