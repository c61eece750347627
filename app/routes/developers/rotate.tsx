import { data, href } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/rotate";
import { Code } from "./code.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Rotate signing secret" }];

export const loader = ({ context, params: { endpointId } }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /developer/webhooks/:endpointId", { endpointId }));

export async function action({ context, params: { endpointId } }: Route.ActionArgs) {
  const { secret } = await orErrorPage(
    context.get(apiContext)("POST /developer/webhooks/:endpointId/rotate", { endpointId }),
  );
  // Not compressed: the length would tell what the secret has in common with the page's address.
  return data({ secret }, { headers: { "x-compress": "none" } });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function RotateSecret({ loaderData: { endpoint }, actionData }: Route.ComponentProps) {
  const back = href("/developers/webhooks/:endpointId", { endpointId: endpoint.id });
  if (actionData)
    return (
      <>
        <PageHeader title="The new signing secret" />
        <Card className="max-w-2xl">
          <div className="grid gap-4">
            <p>
              For 24 hours every event is signed with this one and the one before. Give it to your system now.
            </p>
            <Code text={actionData.secret} />
            <ButtonLink to={back} className="w-fit">
              Done
            </ButtonLink>
          </div>
        </Card>
      </>
    );
  return (
    <>
      <PageHeader title="Rotate the signing secret?" />
      <Card className="max-w-2xl">
        <div className="grid gap-4">
          <p>
            <span className="break-all">{endpoint.url}</span> gets a new secret. For 24 hours every event is
            signed with both, so that nothing is refused while you change it.
          </p>
          <Form method="post" className="row-actions">
            <Button>Rotate secret</Button>
            <ButtonLink to={back} variant="quiet">
              Go back
            </ButtonLink>
          </Form>
        </div>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
