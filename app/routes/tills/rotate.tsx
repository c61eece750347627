import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/rotate";

export const meta: Route.MetaFunction = () => [{ title: m.tills_rotate_link() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /tills/:tillId", params));

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("POST /tills/:tillId/rotate", params);
  return done(href("/integrations/mpesa/:tillId", params), m.tills_rotate_done());
});

export default function RotateTill({ loaderData: { till }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.tills_rotate_title({ till: till.name })}
      answer={actionData}
      confirm={{ label: m.tills_rotate_link() }}
      keep={{ label: m.common_keep_it(), to: href("/integrations/mpesa/:tillId", { tillId: till.id }) }}
    >
      <p>{m.tills_rotate_text()}</p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
