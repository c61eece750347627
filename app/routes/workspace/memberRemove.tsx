import { redirect } from "react-router";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/memberRemove";

export const meta: Route.MetaFunction = () => [{ title: "Remove member" }];

export async function loader({ context, params: { memberId } }: Route.LoaderArgs) {
  const answer = await orErrorPage(context.get(apiContext)("GET /members/:memberId", { memberId }));
  if (answer.member.isYou) throw redirect("/settings/members/leave");
  return answer;
}

export async function action({ context, params: { memberId } }: Route.ActionArgs) {
  await orErrorPage(context.get(apiContext)("DELETE /members/:memberId", { memberId }));
  return redirect("/settings/members", {
    headers: withToast({ kind: "success", text: "The member was removed." }),
  });
}

export default function RemoveMember({ loaderData: { member } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Remove this member?" />
      <Card className="max-w-2xl">
        <div className="grid gap-4">
          <p>
            <strong className="break-words">{member.name || member.email}</strong> is signed out of this
            organisation at once. Their account stays, and so does what they did here. You can invite them
            again.
          </p>
          <Form method="post" className="row-actions">
            <Button variant="danger">Remove member</Button>
            <ButtonLink to="/settings/members" variant="quiet">
              Go back
            </ButtonLink>
          </Form>
        </div>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
