import { href } from "react-router";
import { newKeys } from "#app/domain/sales/tills/schemas.ts";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/keys";
import { KeyFields } from "./keyFields.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.tills_new_keys_link() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /tills/:tillId", params));

export const action = formAction(newKeys, async ({ typed, api }, { params }: Route.ActionArgs) => {
  await api("PUT /tills/:tillId/keys", { ...typed, ...params });
  return done(href("/integrations/mpesa/:tillId", params), m.tills_keys_replaced_done());
});

export default function TillKeys({ loaderData: { till }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={m.tills_new_keys_title({ till: till.name })} description={m.tills_new_keys_lead()} />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary errors={problemsOf(result)} />
          <KeyFields result={result} />
          <FormActions
            submitLabel={m.tills_keys_save_button()}
            cancelTo={href("/integrations/mpesa/:tillId", { tillId: till.id })}
          />
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
