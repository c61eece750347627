import { href } from "react-router";
import { isManager } from "#app/platform/roles.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { useAuth } from "#app/web/auth.ts";

/** The parts of the settings, told apart by address. Who is in no organisation sees their own part. */
export function SettingsTabs() {
  const { user } = useAuth();
  return (
    <Tabs
      label="Settings"
      items={[
        { to: href("/settings"), label: "Account" },
        ...(user?.role
          ? [
              { to: href("/settings/members"), label: "Members" },
              { to: href("/settings/inbox"), label: "Inbox" },
              { to: href("/settings/notifications"), label: "Notifications" },
              { to: href("/settings/sending"), label: "Sending" },
            ]
          : []),
        ...(isManager(user) ? [{ to: href("/settings/privacy"), label: "Privacy and data" }] : []),
        { to: href("/settings/security"), label: "Two-step verification" },
      ]}
    />
  );
}
