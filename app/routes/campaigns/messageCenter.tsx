import { Plus, Zap } from "lucide-react";
import { href, Outlet } from "react-router";
import { isManager } from "#app/platform/roles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { useIsCovered } from "#app/web/useIsCovered.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { MessageCenterTabs } from "./messageCenterTabs.tsx";

/** The Message Center: its tabs and what can be begun here. */
export default function Messaging() {
  const user = useRoot()?.user;
  return (
    <>
      <div inert={useIsCovered()}>
        <PageHeader
          title="Message Center"
          description="Send templates to many people at once, and see how each message performed."
          actions={
            isManager(user) && (
              <>
                <ButtonLink to={href("/messaging/broadcasts/new")} variant="secondary" preventScrollReset>
                  <Zap size={18} aria-hidden="true" />
                  Quick Broadcast
                </ButtonLink>
                <ButtonLink to={href("/messaging/campaigns/new")} preventScrollReset>
                  <Plus size={18} aria-hidden="true" />
                  New Campaign
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
