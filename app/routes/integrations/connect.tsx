import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { data, href, redirect, useLocation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { connectForm } from "#app/domain/integrations/connections/schemas.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import { Code } from "../developers/code.tsx";
import type { Route } from "./+types/connect";
import { providerOf } from "./provider.server.ts";
import { ServiceLogo } from "./serviceLogo.tsx";

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: m.integrations_connect_page_title() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  pageApi(context)("GET /integrations/:provider", { provider: providerOf(params) });

export const action = formAction(connectForm, async ({ value, api }, { params }: Route.ActionArgs) => {
  const provider = providerOf(params);
  const { next, key } = await api("POST /integrations/:provider/connect", { ...value, provider });
  if (next === "continue") return redirect(href("/integrations/:provider/continue", { provider }));
  if (key === null)
    return done(href("/integrations/:provider", { provider }), m.integrations_connected_done());
  // Not compressed: the length would reveal what the key has in common with the page's address.
  return data({ key }, { headers: { "x-compress": "none" } });
});

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

type Shown = CallOutput<"GET /integrations/:provider">;

export default function Connect({ loaderData, actionData }: Route.ComponentProps) {
  const { integration, status } = loaderData;
  const closeTo = `${href("/integrations")}${useLocation().search}`;
  const key = actionData && "key" in actionData ? actionData.key : null;
  const answer = useLastAnswer(actionData && "result" in actionData ? actionData : undefined);
  return (
    <Modal
      title={m.integrations_connect_title({ integrationName: integration.name })}
      closeTo={closeTo}
      size="sm"
    >
      <div className="grid gap-5">
        <p className="flex items-center gap-3">
          <ServiceLogo logo={integration.logo} />
          {integration.description}
        </p>
        {key ? (
          <Notice
            tone="good"
            title={m.integrations_connect_key_for_notice({ integrationName: integration.name })}
          >
            <p>
              <ParaglideMessage
                message={m.integrations_connect_copy_key_text}
                markup={{ integrationName: () => <>{integration.name}</> }}
              />
            </p>
            <Code text={key} />
          </Notice>
        ) : status === "coming-soon" ? (
          <p>{m.integrations_connect_coming_soon_text({ name: integration.name })}</p>
        ) : (
          <ConnectForm integration={integration} result={answer?.result} closeTo={closeTo} />
        )}
      </div>
    </Modal>
  );
}

const whatFollows = lazy({
  oauth: m.integrations_connect_oauth_text,
  hooks: m.integrations_connect_hooks_text,
});

function ConnectForm({
  integration: { id, name, way },
  result,
  closeTo,
}: {
  integration: Shown["integration"];
  result: FormResult;
  closeTo: string;
}) {
  const control = (field: string) => fieldProps(result, field);
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ErrorSummary title={m.integrations_connect_errors_title()} errors={problemsOf(result)} />
      <p>{way && whatFollows[way]}</p>
      {id === "shopify" && (
        <Field
          {...control("shop")}
          label={m.integrations_connect_shop_label()}
          required
          hint={m.integrations_connect_shop_hint()}
        />
      )}
      <p className="row-actions form-foot">
        <Button>{m.integrations_connect_button({ name })}</Button>
        <ButtonLink variant="quiet" to={closeTo} preventScrollReset>
          {m.common_cancel()}
        </ButtonLink>
      </p>
    </Form>
  );
}
