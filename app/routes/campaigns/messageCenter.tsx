import { href, Outlet } from "react-router";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/messageCenter";
import { MessageCenterTabs } from "./messageCenterTabs.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({
  mayAct: may(context.get(userContext), "campaigns.manage"),
});

/** The Message Center: its tabs and what can be begun here. */
export default function Messaging({ loaderData: { mayAct } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.common_message_center()}
        description={m.campaigns_message_center_lead()}
        actions={
          mayAct && (
            <>
              <ButtonLink to={href("/messaging/broadcasts/new")} variant="secondary">
                <Icon name="zap" size={18} />
                {m.campaigns_quick_broadcast()}
              </ButtonLink>
              <ButtonLink to={href("/messaging/campaigns/new")}>
                <Icon name="plus" size={18} />
                {m.campaigns_new_campaign()}
              </ButtonLink>
            </>
          )
        }
      />
      <MessageCenterTabs />
      <Outlet />
    </>
  );
}
