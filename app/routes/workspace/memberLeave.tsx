import { redirectDocument } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { useAuth } from "#app/ui/auth.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/memberLeave";

export const meta: Route.MetaFunction = () => [{ title: "Leave the organisation" }];

export async function loader({ context }: Route.LoaderArgs) {
  const { members } = await orErrorPage(context.get(apiContext)("GET /members", {}));
  const isOwner = members.some((member) => member.isYou && member.role === "owner");
  return { isLastOwner: isOwner && members.filter((member) => member.role === "owner").length === 1 };
}

export async function action({ context }: Route.ActionArgs) {
  try {
    await context.get(apiContext)("DELETE /membership", {});
  } catch (error) {
    // Another owner left meanwhile: the page says so.
    if (error instanceof ApiError && error.status === 409) return redirectDocument("/settings/members/leave");
    throw error;
  }
  return redirectDocument("/signin", {
    headers: withToast({ kind: "success", text: "You left the organisation." }),
  });
}

export default function LeaveOrganisation({ loaderData: { isLastOwner } }: Route.ComponentProps) {
  const businessName = useAuth().user?.businessName;
  return (
    <>
      <PageHeader title="Leave this organisation?" />
      <Card className="max-w-2xl">
        {isLastOwner ? (
          <div className="grid gap-4">
            <Notice tone="warn" title="You are the only owner">
              <strong className="break-words">{businessName}</strong> needs an owner. Make somebody else an
              owner first.
            </Notice>
            <p>
              <ButtonLink to="/settings/members" variant="secondary">
                Back to the members
              </ButtonLink>
            </p>
          </div>
        ) : (
          <div className="grid gap-4">
            <p>
              You are signed out of <strong className="break-words">{businessName}</strong>, and come back
              only with a new invitation. Your account stays, and so does what you did here.
            </p>
            <Form method="post" className="row-actions">
              <Button variant="danger">Leave</Button>
              <ButtonLink to="/settings/members" variant="quiet">
                Go back
              </ButtonLink>
            </Form>
          </div>
        )}
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
