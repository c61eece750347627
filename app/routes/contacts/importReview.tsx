import { data, href, redirect } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { fieldTypeLabels, fieldTypes } from "#app/domain/contacts/fields/words.ts";
import { fieldKey } from "#app/platform/forms/fieldNames.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { readForm } from "#app/web/form.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/importReview";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_import_review_map_columns() }];

export async function loader({ context, params: { importId } }: Route.LoaderArgs) {
  const found = await pageApi(context)("GET /contacts/imports/:importId/review", { importId });
  return { ...found, mayDefine: may(context.get(userContext), "fields.manage") };
}

export async function action({ request, context, params: { importId } }: Route.ActionArgs) {
  const form = await readForm(request);
  const choices = form.getAll("use").map(String);
  try {
    await context.get(apiContext)("POST /contacts/imports/:importId/start", { importId, choices });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ choices, problem: error.message }, { status: error.status });
  }
  return redirect(href("/contacts/imports/:importId", { importId }));
}

const newTypes = fieldTypes.filter((type) => type !== "choice");

const uses = lazy([
  { value: "phone", label: m.common_phone },
  { value: "name", label: m.common_name },
  { value: "firstName", label: m.common_first_name },
  { value: "lastName", label: m.common_last_name },
  { value: "tags", label: m.common_tags },
  { value: "kraPin", label: m.common_kra_pin },
  { value: "consent", label: m.contacts_import_review_consent_yes_or_no },
  { value: "optedOut", label: m.common_opted_out },
  { value: "ignored", label: m.contacts_import_review_skip_label },
]);

export default function ImportReview({ loaderData, actionData }: Route.ComponentProps) {
  const { fileName, columns, fields, mayDefine } = loaderData;
  const answer = useLastAnswer(actionData);
  const optionsFor = (name: string, choice: string) => {
    const own = choice.startsWith("field:") ? choice : `field:${name}`;
    const ownName = own.slice("field:".length);
    const isDefined = fields.some((field) => fieldKey(ownName) === fieldKey(field.name));
    return [
      ...uses,
      ...fields.map((field) => ({
        value: `field:${field.name}`,
        label: m.contacts_import_review_field_label({
          fieldName: field.name,
          fieldTypeLabels: inSentence(fieldTypeLabels[field.type]),
        }),
      })),
      ...(isDefined ? [] : [{ value: own, label: m.contacts_import_review_keep_as({ ownName }) }]),
      ...(isDefined || !mayDefine
        ? []
        : newTypes.map((type) => ({
            value: `new:${type}:${ownName}`,
            label: m.contacts_import_review_new_field({
              ownName,
              fieldTypeLabels: inSentence(fieldTypeLabels[type]),
            }),
          }))),
    ];
  };
  return (
    <>
      <PageHeader
        title={m.contacts_import_review_map_columns()}
        description={<span className="wrap-anywhere">{m.contacts_import_review_lead({ fileName })}</span>}
      />
      <Card>
        <Form method="post" className="grid gap-6" noValidate>
          <ErrorSummary
            title={m.contacts_import_review_errors_title()}
            errors={answer ? [{ text: answer.problem }] : []}
          />
          <ol className="grid gap-5 sm:grid-cols-2">
            {columns.map(({ name, choice, samples }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have a fixed order, and names may repeat
              <li key={index} className="grid content-start gap-1">
                <SelectField
                  id={`use-${index}`}
                  name="use"
                  label={
                    <span className="wrap-anywhere">
                      {name || m.contacts_import_review_column_text({ index: index + 1 })}
                    </span>
                  }
                  defaultValue={answer?.choices[index] ?? sameField(choice, fields)}
                  options={optionsFor(name, choice)}
                />
                <p className="hint wrap-anywhere">
                  {samples.filter(Boolean).join(" · ") || m.contacts_import_review_empty_column()}
                </p>
              </li>
            ))}
          </ol>
          <p className="row-actions">
            <Button>{m.contacts_import()}</Button>
            <ButtonLink to={href("/contacts/import")} variant="quiet">
              {m.contacts_choose_another_file()}
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}

/** A column with a field's name in another case is that field. */
const sameField = (choice: string, fields: readonly { name: string }[]): string => {
  const field = fields.find(({ name }) => `field:${name}`.toLowerCase() === choice.toLowerCase());
  return field ? `field:${field.name}` : choice;
};
