import { href } from "react-router";
import { statusChange } from "#app/domain/partners/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/status";
import { ReasonField } from "./reasonField.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Partner status – Revenue Share" }];

export async function loader({ context, params: { partnerId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/partners/:partnerId", { partnerId }));
}

export const action = formAction(
  statusChange,
  async ({ value, api }, { params: { partnerId } }: Route.ActionArgs) => {
    await api("POST /admin/partners/:partnerId/status", { partnerId, ...value });
    return done(
      href("/revenue-share/partners/:partnerId", { partnerId }),
      value.status === "active" ? "The partner is active." : "The partner is suspended.",
    );
  },
);

export default function PartnerStatus({ loaderData: { partner }, actionData }: Route.ComponentProps) {
  const isActive = partner.status === "active";
  return (
    <ConfirmPage
      title={isActive ? `Suspend ${partner.name}?` : `Activate ${partner.name}?`}
      answer={actionData}
      confirm={{ label: isActive ? "Suspend the partner" : "Activate the partner", harmless: !isActive }}
      keep={{
        label: "Cancel",
        to: href("/revenue-share/partners/:partnerId", { partnerId: partner.id }),
      }}
    >
      <p>
        {isActive
          ? "No organisation can be linked, and nothing is settled or paid, until the partner is activated again. What was earned stays."
          : `${partner.email} can sign in; a new account is mailed a link to choose a password.`}
      </p>
      <input type="hidden" name="status" value={isActive ? "suspended" : "active"} />
      <ReasonField result={actionData?.result} hint="It is kept in the record of this partner." />
    </ConfirmPage>
  );
}
