import { data, href } from "react-router";
import { reasonForm } from "#app/domain/partners/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/unlink";
import { ReasonField } from "./reasonField.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.partners_unlink_page_title() }];

export async function loader({ context, params: { partnerId, orgId } }: Route.LoaderArgs) {
  const { partner, organisations } = await pageApi(context)("GET /admin/partners/:partnerId", { partnerId });
  const organisation = organisations.find(({ id, endedAt }) => id === orgId && !endedAt);
  if (!organisation) throw data(m.partners_unlink_not_linked(), { status: 404 });
  return { partner, organisation };
}

export const action = formAction(
  reasonForm,
  async ({ value, api }, { params: { partnerId, orgId } }: Route.ActionArgs) => {
    await api("DELETE /admin/partner-links/:orgId", { orgId, ...value });
    return done(
      href("/revenue-share/partners/:partnerId", { partnerId }),
      m.partners_unlink_link_ended_done(),
    );
  },
);

export default function Unlink({ loaderData: { partner, organisation }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.partners_unlink_title({ organisationName: organisation.name })}
      answer={actionData}
      confirm={{ label: m.partners_unlink_end_link() }}
      keep={{
        label: m.common_keep_it(),
        to: href("/revenue-share/partners/:partnerId", { partnerId: partner.id }),
      }}
    >
      <p>{m.partners_unlink_text({ partner: partner.name })}</p>
      <ReasonField result={actionData?.result} hint={m.partners_unlink_reason_hint()} />
    </ConfirmPage>
  );
}
