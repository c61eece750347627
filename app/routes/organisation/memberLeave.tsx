import { href, redirectDocument } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction, noFields } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { useAuth } from "#app/web/auth.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/memberLeave";

export const meta: Route.MetaFunction = () => [{ title: "Leave the organisation" }];

export async function loader({ context }: Route.LoaderArgs) {
  const { members } = await orErrorPage(context.get(apiContext)("GET /members", {}));
  const isOwner = members.some((member) => member.isYou && member.role === "owner");
  return { isLastOwner: isOwner && members.filter((member) => member.role === "owner").length === 1 };
}

export const action = formAction(noFields, async ({ api }) => {
  await api("DELETE /membership", {});
  return redirectDocument(href("/signin"), {
    headers: withToast({ kind: "success", text: "You left the organisation." }),
  });
});

export default function LeaveOrganisation({ loaderData: { isLastOwner }, actionData }: Route.ComponentProps) {
  const businessName = useAuth().user?.businessName;
  if (isLastOwner)
    return (
      <>
        <PageHeader title="Leave this organisation?" />
        <Card className="max-w-2xl">
          <div className="grid gap-4">
            <Notice tone="warn" title="You are the only owner">
              <strong className="break-words">{businessName}</strong> needs an owner. Make somebody else an
              owner first.
            </Notice>
            <p>
              <ButtonLink to={href("/settings/members")} variant="secondary">
                Back to the members
              </ButtonLink>
            </p>
          </div>
        </Card>
      </>
    );
  return (
    <ConfirmPage
      title="Leave this organisation?"
      answer={actionData}
      confirm={{ label: "Leave" }}
      keep={{ label: "Go back", to: href("/settings/members") }}
    >
      <p>
        You are signed out of <strong className="break-words">{businessName}</strong>, and come back only with
        a new invitation. Your account stays, and so does what you did here.
      </p>
    </ConfirmPage>
  );
}

export { alsoAfterRefusal as shouldRevalidate, ScreenError as ErrorBoundary };
