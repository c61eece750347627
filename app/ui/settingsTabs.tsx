import { useAuth } from "./auth.ts";
import { Tabs } from "./tabs.tsx";

/** The parts of the settings, told apart by address. Who is in no organisation sees their own part. */
export function SettingsTabs() {
  const { user } = useAuth();
  return (
    <Tabs
      label="Settings"
      items={[
        { to: "/settings", label: "Account" },
        ...(user?.role ? [{ to: "/settings/members", label: "Members" }] : []),
        { to: "/settings/security", label: "Second factor" },
      ]}
    />
  );
}
