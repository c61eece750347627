import { href } from "react-router";
import { newPartner } from "#app/domain/partners/schemas.ts";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { PayoutFields, ProfileFields, ShareField, standardShare } from "./partnerFields.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.partners_new_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { tiers } = await pageApi(context)("GET /admin/revenue-share", {});
  return { tiers };
}

export const action = formAction(newPartner, async ({ value, api }) => {
  const { payoutPhone = "", ...rest } = value;
  const { partnerId } = await api("POST /admin/partners", { ...rest, payoutPhone });
  return done(href("/revenue-share/partners/:partnerId", { partnerId }), m.partners_new_added_done());
});

export default function NewPartner({ loaderData: { tiers }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <>
      <PageHeader title={m.partners_add_partner()} />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <ProfileFields result={result} stored={{ category: "agency" }} />
          <Field
            {...fieldProps(result, "email")}
            label={m.common_email()}
            type="email"
            required
            hint={m.partners_new_email_hint()}
          />
          <ShareField result={result} stored={{ percent: standardShare(tiers, "agency") }} tiers={tiers} />
          <PayoutFields result={result} stored={{}} />
          <FormActions
            submitLabel={m.partners_new_add_partner_button()}
            cancelTo={href("/revenue-share/partners")}
          />
        </Form>
      </Card>
    </>
  );
}
