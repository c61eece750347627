import { href } from "react-router";
import { useMays } from "#app/routes/shell/useMays.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { useAuth } from "#app/web/auth.ts";
import { m } from "#messages";

/**
 * The tabs of the settings, by address. Users without an organisation see their own part; staff in a
 * workspace all but that.
 */
export function SettingsTabs() {
  const { user } = useAuth();
  const mays = useMays();
  return (
    <Tabs
      label={m.common_settings()}
      items={[
        { to: href("/settings"), label: user?.support ? m.common_organisation() : m.common_account() },
        ...(user?.role
          ? [
              { to: href("/settings/members"), label: m.organisation_members() },
              { to: href("/settings/inbox"), label: m.common_inbox() },
              { to: href("/settings/notifications"), label: m.common_notifications() },
              { to: href("/settings/sending"), label: m.organisation_sending() },
            ]
          : []),
        ...(mays?.privacy
          ? [{ to: href("/settings/privacy"), label: m.organisation_privacy_and_data() }]
          : []),
        ...(user?.support
          ? []
          : [{ to: href("/settings/security"), label: m.common_two_step_verification() }]),
      ]}
    />
  );
}
