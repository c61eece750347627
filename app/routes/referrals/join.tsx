import { href } from "react-router";
import { categoryWords } from "#app/domain/partners/words.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/join";

export const meta: Route.MetaFunction = () => [{ title: m.referrals_join_page_title() }];

export const loader = ({ context, params: { partnerCode: code } }: Route.LoaderArgs) =>
  pageApi(context)("GET /referrals/partner", { code });

export const action = formAction(
  noFields,
  async ({ api }, { params: { partnerCode: code } }: Route.ActionArgs) => {
    const { partner } = await api("POST /referrals", { code });
    return done(href("/revenue-share"), m.referrals_join_done({ partner }));
  },
);

export default function JoinPartner({ loaderData: { name, category }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.referrals_join_did_refer_you_title({ name })}
      answer={actionData}
      confirm={{ label: m.referrals_join_confirm_partner(), harmless: true }}
      keep={{ label: m.common_not_now(), to: href("/revenue-share") }}
    >
      <p>{m.referrals_join_share_text({ name, category: categoryWords[category] })}</p>
      <p>{m.referrals_join_visible_text()}</p>
    </ConfirmPage>
  );
}
