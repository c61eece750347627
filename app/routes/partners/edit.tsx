import { href } from "react-router";
import { partnerChange } from "#app/domain/partners/schemas.ts";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { PayoutFields, ProfileFields, ShareField, standardShare } from "./partnerFields.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.partners_edit_page_title() }];

export async function loader({ context, params: { partnerId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/partners/:partnerId", { partnerId });
}

export const action = formAction(
  partnerChange,
  async ({ value, api }, { params: { partnerId } }: Route.ActionArgs) => {
    const { payoutPhone = "", effectiveOn = "", ...rest } = value;
    await api("PUT /admin/partners/:partnerId", { partnerId, ...rest, payoutPhone, effectiveOn });
    return done(
      href("/revenue-share/partners/:partnerId", { partnerId }),
      m.partners_edit_partner_saved_done(),
    );
  },
);

export default function EditPartner({ loaderData, actionData }: Route.ComponentProps) {
  const { partner, tiers } = loaderData;
  const result = actionData?.result;
  const stored = {
    name: partner.name,
    category: partner.category,
    contactName: partner.contactName,
    percent: partner.revenueShare ? String(partner.revenueShare) : standardShare(tiers, partner.category),
    payoutMethod: partner.payoutMethod,
    payoutPhone: partner.payoutPhone ?? "",
    payoutName: partner.payoutName,
    bankName: partner.bankName,
    bankAccount: partner.bankAccount,
  };
  return (
    <>
      <PageHeader title={m.partners_edit_title({ partnerName: partner.name })} />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <ProfileFields result={result} stored={stored} />
          <ShareField result={result} stored={stored} tiers={tiers} />
          <Field
            {...fieldProps(result, "effectiveOn")}
            label={m.partners_edit_effective_on_label()}
            type="date"
            hint={m.partners_edit_effective_on_hint()}
          />
          <PayoutFields result={result} stored={stored} />
          <TextareaField
            {...fieldProps(result, "reason")}
            maxLength={500}
            label={m.common_reason()}
            rows={3}
            required
            hint={m.partners_reason_hint()}
          />
          <FormActions
            submitLabel={m.partners_edit_save_partner_button()}
            cancelTo={href("/revenue-share/partners/:partnerId", { partnerId: partner.id })}
          />
        </Form>
      </Card>
    </>
  );
}
