import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, redirectDocument } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { formAction, noFields } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { useAuth } from "#app/web/auth.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/memberLeave";

export const meta: Route.MetaFunction = () => [{ title: m.organisation_leave_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { members } = await pageApi(context)("GET /members", {});
  const isOwner = members.some((member) => member.isYou && member.role === "owner");
  return { isLastOwner: isOwner && members.filter((member) => member.role === "owner").length === 1 };
}

export const action = formAction(noFields, async ({ api }) => {
  await api("DELETE /membership", {});
  return redirectDocument(href("/signin"), {
    headers: withToast({ kind: "success", text: m.organisation_leave_done() }),
  });
});

export default function LeaveOrganisation({ loaderData: { isLastOwner }, actionData }: Route.ComponentProps) {
  const businessName = useAuth().user?.businessName;
  if (isLastOwner)
    return (
      <>
        <PageHeader title={m.organisation_leave_organisation_title()} />
        <Card className="max-w-2xl">
          <div className="grid gap-4">
            <Notice tone="warn" title={m.organisation_leave_only_owner_title()}>
              <ParaglideMessage
                message={m.organisation_leave_only_owner_text}
                markup={{ b: () => <strong className="break-words">{businessName}</strong> }}
              />
            </Notice>
            <p>
              <ButtonLink to={href("/settings/members")} variant="secondary">
                {m.organisation_leave_back_to_members_link()}
              </ButtonLink>
            </p>
          </div>
        </Card>
      </>
    );
  return (
    <ConfirmPage
      title={m.organisation_leave_organisation_title()}
      answer={actionData}
      confirm={{ label: m.organisation_leave() }}
      keep={{ label: m.common_go_back(), to: href("/settings/members") }}
    >
      <p>
        <ParaglideMessage
          message={m.organisation_leave_text}
          markup={{ strong: () => <strong className="break-words">{businessName}</strong> }}
        />
      </p>
    </ConfirmPage>
  );
}

export { alsoAfterRefusal as shouldRevalidate };
