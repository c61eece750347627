import { data, href, redirect } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { fieldTypeLabels, fieldTypes } from "#app/domain/contacts/fields/words.ts";
import { fieldKey } from "#app/platform/fieldNames.ts";
import { isManager } from "#app/platform/roles.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { readForm } from "#app/web/form.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/importReview";

export const meta: Route.MetaFunction = () => [{ title: "Check the columns" }];

export async function loader({ context, params: { importId } }: Route.LoaderArgs) {
  const found = await orErrorPage(
    context.get(apiContext)("GET /contacts/imports/:importId/review", { importId }),
  );
  return { ...found, mayDefine: isManager(context.get(userContext)) };
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

const uses = [
  { value: "phone", label: "Phone" },
  { value: "name", label: "Name" },
  { value: "firstName", label: "First name" },
  { value: "lastName", label: "Last name" },
  { value: "tags", label: "Tags" },
  { value: "consent", label: "Consent, yes or no" },
  { value: "optedOut", label: "Opted out" },
  { value: "ignored", label: "Leave out" },
];

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
        label: `Field: ${field.name} (${fieldTypeLabels[field.type].toLowerCase()})`,
      })),
      ...(isDefined ? [] : [{ value: own, label: `Keep as “${ownName}”` }]),
      ...(isDefined || !mayDefine
        ? []
        : newTypes.map((type) => ({
            value: `new:${type}:${ownName}`,
            label: `New field “${ownName}” (${fieldTypeLabels[type].toLowerCase()})`,
          }))),
    ];
  };
  return (
    <>
      <PageHeader
        title="Check the columns"
        description={<span className="wrap-anywhere">{fileName}: nothing is imported yet.</span>}
      />
      <Card>
        <Form method="post" className="grid gap-6" noValidate>
          <ErrorSummary
            title="The import was not started"
            errors={answer ? [{ text: answer.problem }] : []}
          />
          <ol className="grid gap-5 sm:grid-cols-2">
            {columns.map(({ name, choice, samples }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have a fixed order, and names may repeat
              <li key={index} className="grid content-start gap-1">
                <SelectField
                  id={`use-${index}`}
                  name="use"
                  label={<span className="wrap-anywhere">{name || `Column ${index + 1}`}</span>}
                  defaultValue={answer?.choices[index] ?? sameField(choice, fields)}
                  options={optionsFor(name, choice)}
                />
                <p className="hint wrap-anywhere">
                  {samples.filter(Boolean).join(" · ") || "Empty in the first rows"}
                </p>
              </li>
            ))}
          </ol>
          <p className="row-actions">
            <Button>Import</Button>
            <ButtonLink to={href("/contacts/import")} variant="quiet">
              Choose another file
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}

/** A column that has the name of a field in other capitals is that field. */
const sameField = (choice: string, fields: readonly { name: string }[]): string => {
  const field = fields.find(({ name }) => `field:${name}`.toLowerCase() === choice.toLowerCase());
  return field ? `field:${field.name}` : choice;
};

export { ScreenError as ErrorBoundary };
