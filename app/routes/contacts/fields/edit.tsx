import { href } from "react-router";
import { fieldEdit } from "#app/domain/contacts/fields/schemas.ts";
import { fieldTypeLabels, fieldTypes } from "#app/domain/contacts/fields/words.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { isManager } from "#app/platform/roles.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/edit";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.field.name ?? "Field" }];

export async function loader({ context, params: { fieldId } }: Route.LoaderArgs) {
  const found = await orErrorPage(context.get(apiContext)("GET /fields/:fieldId", { fieldId }));
  return { ...found, mayManage: isManager(context.get(userContext)) };
}

export const action = formAction(
  fieldEdit,
  async ({ value, api }, { params: { fieldId } }: Route.ActionArgs) => {
    const { unfit } = await api("PUT /fields/:fieldId", { ...value, fieldId });
    return done(
      href("/contacts/fields"),
      unfit === 0
        ? "Field saved."
        : `Field saved. What ${countOf(unfit, "contact")} have in it does not fit and stays as it was written.`,
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
            <ButtonLink variant="danger" to={href("/contacts/fields/:fieldId/delete", { fieldId: field.id })}>
              Delete
            </ButtonLink>
          )
        }
      />
      <Card>
        <div className="grid gap-5">
          {field.readAt === null && (
            <Notice tone="info" title="Your contacts are being read">
              Values that they have in a column of this name are checked. Come back in some minutes.
            </Notice>
          )}
          <DescriptionList
            items={[
              { term: "Type", value: fieldTypeLabels[field.type] },
              { term: "Contacts with a value", value: formatCount(contacts) },
            ]}
          />
          {mayManage && (
            <Form method="post" noValidate className="grid max-w-xl gap-5">
              <ErrorSummary title="The field was not saved" errors={problemsOf(result)} />
              <Field
                label="Name"
                name="name"
                required
                maxLength={60}
                autoComplete="off"
                defaultValue={typedOr(result, "name", field.name)}
                error={errorAt(result, "name")}
                hint="Contacts, segments, campaigns and canned replies follow a new name. In flows, write it yourself."
              />
              <RadioGroupField
                label="What is written in it"
                name="type"
                defaultValue={typedOr(result, "type", field.type)}
                error={errorAt(result, "type")}
                options={fieldTypes.map((type) => ({ value: type, label: fieldTypeLabels[type] }))}
              />
              <p className="hint">
                After a change of type, a value that does not fit stays with its contact as it was written,
                and segments do not find it.
              </p>
              <TextareaField
                label="Options, one a line"
                name="options"
                rows={8}
                maxLength={10_000}
                defaultValue={typedOr(
                  result,
                  "options",
                  (field.type === "choice" ? field.options : seen).join("\n"),
                )}
                error={errorAt(result, "options")}
                hint="Only for one of a list. Contacts keep an option that you take away until somebody chooses another."
              />
              <p className="row-actions">
                <Button>Save field</Button>
              </p>
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

export { ScreenError as ErrorBoundary };
