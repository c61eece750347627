import { href } from "react-router";
import { z } from "zod";
import { reasonForm, suspendForm } from "#app/domain/console/schemas.ts";
import { suspensionLevels, suspensionOptions } from "#app/domain/console/words.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { SelectField, TextareaField } from "#app/ui/field.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, reasonFor } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/userSuspend";

const form = z.discriminatedUnion("intent", [
  suspendForm.extend({ intent: z.literal("suspend") }),
  reasonForm.extend({ intent: z.literal("reinstate") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.admin_user_suspend_page_title() }];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/organisations/:orgId", { orgId });
}

export const action = formAction(form, async ({ value, api }, { params: { orgId } }: Route.ActionArgs) => {
  const { reason } = value;
  if (value.intent === "reinstate")
    await api("DELETE /admin/organisations/:orgId/suspension", { orgId, reason });
  else await api("POST /admin/organisations/:orgId/suspension", { orgId, level: value.level, reason });
  return done(
    href("/admin/users/:orgId", { orgId }),
    value.intent === "reinstate"
      ? m.admin_user_suspend_reinstated_done()
      : m.admin_user_suspend_suspended_done(),
  );
});

export default function UserSuspend({ loaderData, actionData }: Route.ComponentProps) {
  const { organisation: org, suspension } = loaderData;
  const result = actionData?.result;
  const back = href("/admin/users/:orgId", { orgId: org.id });
  const sent = result?.initialValue?.intent;
  const reason = (intent: string) => {
    const own = sent === intent ? result : undefined;
    return (
      <TextareaField
        {...fieldProps(own, "reason")}
        maxLength={500}
        label={m.common_reason()}
        id={`reason-${intent}`}
        rows={3}
        required
        hint={m.admin_user_suspend_reason_hint()}
      />
    );
  };
  return (
    <>
      <PageHeader
        title={m.admin_user_suspend_title({ businessName: org.businessName })}
        actions={
          <ButtonLink variant="quiet" to={back}>
            {m.common_back()}
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        {suspension && (
          <Card
            title={m.admin_user_suspend_end_suspension_title({
              label: inSentence(suspensionLevels[suspension.level].label),
            })}
          >
            <ConfirmForm
              answer={sent === "reinstate" ? actionData : undefined}
              confirm={{ label: m.admin_reinstate(), intent: "reinstate", harmless: true }}
              keep={{ label: m.admin_cancel_label(), to: back }}
              idOf={reasonFor("reinstate")}
            >
              {reason("reinstate")}
            </ConfirmForm>
          </Card>
        )}
        <Card
          title={suspension ? m.admin_user_suspend_change_level_title() : m.admin_user_suspend_scope_title()}
        >
          <ConfirmForm
            answer={sent === "suspend" ? actionData : undefined}
            confirm={{ label: m.common_suspend(), intent: "suspend" }}
            keep={{ label: m.common_cancel(), to: back }}
            idOf={reasonFor("suspend")}
          >
            <DescriptionList
              items={Object.values(suspensionLevels).map(({ label, meaning }) => ({
                term: label,
                value: meaning,
              }))}
            />
            <SelectField
              {...fieldProps(result, "level", suspension?.level ?? "campaigns")}
              label={m.admin_user_suspend_level_label()}
              options={suspensionOptions()}
            />
            {reason("suspend")}
          </ConfirmForm>
        </Card>
      </div>
    </>
  );
}
