import { href } from "react-router";
import { fieldEdit, fieldName } from "#app/domain/contacts/fields/schemas.ts";
import { fieldTypeLabels, fieldTypes } from "#app/domain/contacts/fields/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData.field.name }];

export async function loader({ context, params: { fieldId } }: Route.LoaderArgs) {
  const found = await pageApi(context)("GET /fields/:fieldId", { fieldId });
  return { ...found, mayManage: may(context.get(userContext), "fields.manage") };
}

export const action = formAction(
  fieldEdit.extend({ name: fieldName }),
  async ({ value, api }, { params: { fieldId } }: Route.ActionArgs) => {
    const { unfit } = await api("PUT /fields/:fieldId", { ...value, fieldId });
    return done(
      href("/contacts/fields"),
      unfit === 0
        ? m.contacts_fields_edit_field_saved_done()
        : m.contacts_fields_edit_saved_unfit_done({
            contacts: counted(m.counts_contacts, unfit),
          }),
    );
  },
);

export default function EditField({ loaderData, actionData }: Route.ComponentProps) {
  const { field, contacts, seen, mayManage } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{field.name}</span>}
        actions={
          mayManage && (
            <ButtonLink
              variant="danger-quiet"
              to={href("/contacts/fields/:fieldId/delete", { fieldId: field.id })}
            >
              {m.common_delete()}
            </ButtonLink>
          )
        }
      />
      <Card>
        <div className="grid gap-5">
          {field.readAt === null && (
            <Notice tone="info" title={m.contacts_fields_edit_checking_contacts()}>
              {m.contacts_fields_edit_checking_notice()}
            </Notice>
          )}
          <DescriptionList
            items={[
              { term: m.common_type(), value: fieldTypeLabels[field.type] },
              { term: m.contacts_fields_edit_contacts_with_value(), value: formatCount(contacts) },
            ]}
          />
          {mayManage && (
            <Form method="post" noValidate className="grid max-w-xl gap-5">
              <ErrorSummary title={m.contacts_fields_edit_errors_title()} errors={problemsOf(result)} />
              <Field
                {...fieldProps(result, "name", field.name)}
                label={m.common_name()}
                required
                maxLength={60}
                autoComplete="off"
                hint={m.contacts_fields_edit_name_hint()}
              />
              <RadioGroupField
                {...fieldProps(result, "type", field.type)}
                label={m.common_type()}
                options={fieldTypes.map((type) => ({ value: type, label: fieldTypeLabels[type] }))}
              />
              <p className="hint">{m.contacts_fields_edit_type_change_text()}</p>
              <TextareaField
                {...fieldProps(
                  result,
                  "options",
                  (field.type === "choice" ? field.options : seen).join("\n"),
                )}
                label={m.contacts_fields_options_label()}
                rows={8}
                maxLength={10_000}
                hint={m.contacts_fields_edit_options_hint()}
              />
              <FormActions submitLabel={m.contacts_fields_edit_save_field_button()} />
            </Form>
          )}
          {field.type === "choice" && !mayManage && (
            <p className="wrap-anywhere">{field.options.join(", ")}</p>
          )}
        </div>
      </Card>
    </>
  );
}
