import { href } from "react-router";
import { categoryWords } from "#app/domain/partners/words.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/join";

export const meta: Route.MetaFunction = () => [{ title: "Confirm your partner" }];

export const loader = ({ context, params: { partnerCode: code } }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /referrals/partner", { code }));

export const action = formAction(
  noFields,
  async ({ api }, { params: { partnerCode: code } }: Route.ActionArgs) => {
    const { partner } = await api("POST /referrals", { code });
    return done(href("/revenue-share"), `${partner} is your partner now.`);
  },
);

export default function JoinPartner({ loaderData: { name, category }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={`Did ${name} bring you here?`}
      answer={actionData}
      confirm={{ label: "Confirm the partner", harmless: true }}
      keep={{ label: "Not now", to: href("/revenue-share") }}
    >
      <p>
        {name} ({categoryWords[category] ?? category}) gets a share of what your organisation pays from now
        on. You pay nothing more for it.
      </p>
      <p>
        The partner sees your organisation’s name, its number without the middle digits, and what you pay;
        never your contacts or messages. You can end it at any time under Revenue Share.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
