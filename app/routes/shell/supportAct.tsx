import { href } from "react-router";
import { reasonForm } from "#app/domain/console/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Route } from "./+types/supportAct";

export const meta: Route.MetaFunction = () => [{ title: m.shell_ask_to_act() }];

export const action = formAction(reasonForm, async ({ value, api }) => {
  await api("POST /support-view/act", value);
  return done(href("/dashboard"), m.shell_you_may_change_things_now_the());
});

export default function SupportAct({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <ConfirmPage
      title={m.shell_do_more_than_look()}
      answer={actionData}
      confirm={{ label: m.shell_act_in_this_workspace() }}
      keep={{ label: m.shell_keep_looking(), to: href("/dashboard") }}
    >
      <p>{m.shell_until_the_visit_ends_you_may()}</p>
      <TextareaField
        {...fieldProps(result, "reason")}
        label={m.shell_why_looking_is_not_enough()}
        rows={3}
        required
      />
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
