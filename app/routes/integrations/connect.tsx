import type { SubmissionResult } from "@conform-to/react";
import { data, href, redirect } from "react-router";
import { ApiError, type CallOutput } from "#app/api/client.server.ts";
import { connectForm } from "#app/domain/integrations/connections/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done } from "#app/web/action.server.ts";
import { parseForm, readForm } from "#app/web/form.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { refuse } from "#app/web/submission.server.ts";
import { Code } from "../developers/code.tsx";
import type { Route } from "./+types/connect";
import { providerOf } from "./provider.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Connect a service" }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /integrations/:provider", { provider: providerOf(params) }));

export async function action({ context, request, params }: Route.ActionArgs) {
  const provider = providerOf(params);
  const submission = parseForm(await readForm(request), connectForm);
  if (submission.status !== "success") return refuse(submission);
  try {
    const call = { ...submission.value, provider };
    const { next, key } = await context.get(apiContext)("POST /integrations/:provider/connect", call);
    if (next === "continue") return redirect(href("/integrations/:provider/continue", { provider }));
    if (key === null) return done(href("/integrations/:provider", { provider }), "Connected.");
    // Not compressed: the length would tell what the key has in common with the page's address.
    return data({ key }, { headers: { "x-compress": "none" } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(submission, error);
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

type Shown = CallOutput<"GET /integrations/:provider">;

export default function Connect({ loaderData, actionData }: Route.ComponentProps) {
  const { integration, status } = loaderData;
  const key = actionData && "key" in actionData ? actionData.key : null;
  const answer = useLastAnswer(actionData && "result" in actionData ? actionData : undefined);
  return (
    <>
      <PageHeader title={`Connect ${integration.name}`} description={integration.description} />
      <Card className="max-w-2xl">
        {key ? (
          <Notice tone="good" title={`Key for ${integration.name}`}>
            <p>Copy it now and give it to {integration.name}: it is shown only this once.</p>
            <Code text={key} />
          </Notice>
        ) : status === "coming-soon" ? (
          <p>{integration.name} is coming soon and can't be connected yet.</p>
        ) : (
          <ConnectForm integration={integration} result={answer?.result} />
        )}
      </Card>
    </>
  );
}

const whatFollows = {
  oauth: "You go to the service, sign in there, and allow the access. We never see your password.",
  key: "Create an app for your paybill in the Daraja portal and copy its keys. We register where M-Pesa tells of payments.",
  hooks: "We make an API key for it, which is shown once. What it subscribes to ends when you disconnect it.",
};

function ConnectForm({
  integration: { id, name, way },
  result,
}: {
  integration: Shown["integration"];
  result: SubmissionResult<string[]> | undefined;
}) {
  const control = (field: string) => ({
    name: field,
    defaultValue: typedOr(result, field, ""),
    error: errorAt(result, field),
  });
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ErrorSummary title="The service was not connected" errors={problemsOf(result)} />
      <p>{way && whatFollows[way]}</p>
      {id === "shopify" && (
        <Field {...control("shop")} label="Your shop" required hint="Such as duka-letu.myshopify.com" />
      )}
      {id === "mpesa_paybill" && (
        <>
          <Field {...control("shortcode")} label="Paybill number" required inputMode="numeric" />
          <Field {...control("consumerKey")} label="Consumer key" required autoComplete="off" />
          <Field
            {...control("consumerSecret")}
            defaultValue=""
            label="Consumer secret"
            required
            type="password"
            autoComplete="off"
          />
        </>
      )}
      <p className="row-actions">
        <Button>Connect {name}</Button>
        <ButtonLink variant="quiet" to={href("/integrations")}>
          Cancel
        </ButtonLink>
      </p>
    </Form>
  );
}

export { ScreenError as ErrorBoundary };
