import { Plus, Zap } from "lucide-react";
import { Outlet, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { MessageCenterTabs } from "#app/ui/messaging/messageCenterTabs.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";

/** The Message Center: its tabs and what can be begun here. */
export default function Messaging() {
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  return (
    <>
      <PageHeader
        title="Message Center"
        description="Send templates to many people at once, and see what became of each message."
        actions={
          user?.role !== "agent" && (
            <>
              <ButtonLink to="/messaging/broadcasts/new" variant="secondary">
                <Zap size={18} aria-hidden="true" />
                Quick Broadcast
              </ButtonLink>
              <ButtonLink to="/messaging/campaigns/new">
                <Plus size={18} aria-hidden="true" />
                New Campaign
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

export { ScreenError as ErrorBoundary };
