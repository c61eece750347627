import { href } from "react-router";
import { reasonForm } from "#app/domain/console/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Route } from "./+types/supportAct";

export const meta: Route.MetaFunction = () => [{ title: m.shell_support_request_to_act() }];

export const action = formAction(reasonForm, async ({ value, api }) => {
  await api("POST /support-view/act", value);
  return done(href("/dashboard"), m.shell_support_act_started_done());
});

export default function SupportAct({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <ConfirmPage
      title={m.shell_support_act_make_changes_title()}
      answer={actionData}
      confirm={{ label: m.shell_support_act_in_workspace() }}
      keep={{ label: m.shell_support_act_keep_read_only(), to: href("/dashboard") }}
    >
      <p>{m.shell_support_act_limits_text()}</p>
      <TextareaField
        {...fieldProps(result, "reason")}
        maxLength={500}
        label={m.shell_support_act_reason_label()}
        rows={3}
        required
      />
    </ConfirmPage>
  );
}
