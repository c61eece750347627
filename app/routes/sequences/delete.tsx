import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.sequences_delete() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /sequences/:sequenceId", params));

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /sequences/:sequenceId", params);
  return done(href("/sequences"), m.sequences_deleted_done());
});

export default function DeleteSequence({ loaderData: { sequence }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.sequences_delete_title()}
      answer={actionData}
      confirm={{ label: m.sequences_delete() }}
      keep={{
        label: m.common_keep_it(),
        to: href("/sequences/:sequenceId", { sequenceId: sequence.id }),
      }}
    >
      <Naming message={m.sequences_delete_text} name={sequence.name} />
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
