import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/supportEnd";

export const meta: Route.MetaFunction = () => [{ title: m.shell_support_end_page_title() }];

export const action = formAction(noFields, async ({ api }) => {
  const { orgId } = await api("DELETE /support-view", {});
  return done(href("/admin/users/:orgId", { orgId }), m.shell_support_end_done());
});

export default function SupportEnd({ actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.shell_support_end_support_view_title()}
      answer={actionData}
      confirm={{ label: m.shell_support_end(), harmless: true }}
      keep={{ label: m.common_back(), to: href("/dashboard") }}
    >
      <p>{m.shell_support_end_text()}</p>
    </ConfirmPage>
  );
}
