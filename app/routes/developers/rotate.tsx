import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { data, href } from "react-router";
import { overlapHours } from "#app/domain/record/fieldRules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/rotate";
import { Code } from "./code.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.developers_rotate_page_title() }];

export const loader = ({ context, params: { endpointId } }: Route.LoaderArgs) =>
  pageApi(context)("GET /developer/webhooks/:endpointId", { endpointId });

export async function action({ context, params: { endpointId } }: Route.ActionArgs) {
  const { secret } = await pageApi(context)("POST /developer/webhooks/:endpointId/rotate", { endpointId });
  // Not compressed: the length would reveal what the secret has in common with the page's address.
  return data({ secret }, { headers: { "x-compress": "none" } });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function RotateSecret({ loaderData: { endpoint }, actionData }: Route.ComponentProps) {
  const back = href("/developers/webhooks/:endpointId", { endpointId: endpoint.id });
  if (actionData)
    return (
      <>
        <PageHeader title={m.developers_rotate_done_title()} />
        <Card className="max-w-2xl">
          <div className="grid gap-4">
            <p>{m.developers_rotate_both_secrets_text({ hours: overlapHours })}</p>
            <Code text={actionData.secret} />
            <ButtonLink to={back} className="w-fit">
              {m.common_done()}
            </ButtonLink>
          </div>
        </Card>
      </>
    );
  return (
    <>
      <PageHeader title={m.developers_rotate_title()} />
      <Card className="max-w-2xl">
        <div className="grid gap-4">
          <p>
            <ParaglideMessage
              message={m.developers_rotate_text}
              inputs={{ hours: overlapHours }}
              markup={{ b: () => <span className="break-all">{endpoint.url}</span> }}
            />
          </p>
          <Form method="post" className="row-actions">
            <Button>{m.developers_rotate_secret()}</Button>
            <ButtonLink to={back} variant="quiet">
              {m.common_go_back()}
            </ButtonLink>
          </Form>
        </div>
      </Card>
    </>
  );
}
