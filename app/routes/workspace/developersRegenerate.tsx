import { redirect } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/developersRegenerate";

export const meta: Route.MetaFunction = () => [{ title: "Regenerate API key" }];

export async function action({ context }: Route.ActionArgs) {
  try {
    await context.get(apiContext)("POST /developer/api-key/regenerate", {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const text = `The key was not regenerated. ${error.message}`;
    return redirect("/developers", { headers: withToast({ kind: "error", text }) });
  }
  return redirect("/developers?show=1", {
    headers: withToast({ kind: "success", text: "New API key made. The old one no longer works." }),
  });
}

export default function RegenerateKey() {
  return (
    <>
      <PageHeader title="Regenerate the API key?" />
      <Card>
        <div className="grid max-w-xl gap-4">
          <Notice tone="warn" title="The key in use stops at once">
            Every system that uses it is refused until you give it the new key.
          </Notice>
          <Form method="post" className="row-actions">
            <Button variant="danger">Regenerate key</Button>
            <ButtonLink to="/developers" variant="quiet">
              Keep the key
            </ButtonLink>
          </Form>
        </div>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
