import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/remove";

export const meta: Route.MetaFunction = () => [{ title: m.tills_remove_link() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /tills/:tillId", params));

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /tills/:tillId", params);
  return done(href("/integrations/mpesa"), m.tills_remove_done());
});

export default function RemoveTill({ loaderData: { till }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.tills_remove_title({ till: till.name })}
      answer={actionData}
      confirm={{ label: m.tills_remove_link() }}
      keep={{ label: m.common_keep_it(), to: href("/integrations/mpesa/:tillId", { tillId: till.id }) }}
    >
      <p>{m.tills_remove_text()}</p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
