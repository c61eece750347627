import { href, Outlet } from "react-router";
import { isManager } from "#app/platform/roles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { useIsCovered } from "#app/web/useIsCovered.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { MessageCenterTabs } from "./messageCenterTabs.tsx";

/** The Message Center: its tabs and the actions that start here. */
export default function Messaging() {
  const user = useRoot()?.user;
  return (
    <>
      <div inert={useIsCovered()}>
        <PageHeader
          title={m.campaigns_message_center()}
          description={m.campaigns_send_templates_to_many_people_at()}
          actions={
            isManager(user) && (
              <>
                <ButtonLink to={href("/messaging/broadcasts/new")} variant="secondary" preventScrollReset>
                  <Icon name="zap" size={18} />
                  {m.campaigns_quick_broadcast()}
                </ButtonLink>
                <ButtonLink to={href("/messaging/campaigns/new")} preventScrollReset>
                  <Icon name="plus" size={18} />
                  {m.campaigns_new_campaign()}
                </ButtonLink>
              </>
            )
          }
        />
        <MessageCenterTabs />
      </div>
      <Outlet />
    </>
  );
}

export { ScreenError as ErrorBoundary };
