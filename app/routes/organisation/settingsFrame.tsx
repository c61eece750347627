import { href, Outlet, useLocation } from "react-router";
import { useMays } from "#app/routes/shell/useMays.ts";
import { SideList } from "#app/ui/sideList.tsx";
import { useAuth } from "#app/web/auth.ts";
import { m } from "#messages";
import type { Route } from "./+types/settingsFrame";

/** Also for an error page, which replaces the screen that would have had its own title. */
export const meta: Route.MetaFunction = () => [{ title: m.common_settings() }];

/** The settings with their list. Administrators who must set up a second factor see that page alone. */
export default function SettingsFrame() {
  const { search } = useLocation();
  const groups = useGroups();
  if (new URLSearchParams(search).has("required")) return <Outlet />;
  return (
    <div className="with-side-list">
      <SideList label={m.common_settings()} groups={groups} />
      <div>
        <Outlet />
      </div>
    </div>
  );
}

/** Users without an organisation see their own part; staff in a workspace all but that. */
function useGroups() {
  const { user } = useAuth();
  const mays = useMays();
  const account = { to: href("/settings"), label: m.common_account(), end: true };
  const own = [
    account,
    { to: href("/settings/notifications"), label: m.common_notifications() },
    { to: href("/settings/security"), label: m.common_two_step_verification() },
  ];
  const shared = [
    ...(user?.support ? [{ ...account, label: m.common_overview() }] : []),
    { to: href("/settings/members"), label: m.organisation_members() },
    { to: href("/settings/inbox"), label: m.common_chat(), end: true },
    { to: href("/settings/inbox/teams"), label: m.organisation_teams() },
    { to: href("/settings/sending"), label: m.organisation_sending() },
    { to: href("/settings/sms"), label: m.sms_title() },
    ...(mays?.privacy ? [{ to: href("/settings/privacy"), label: m.organisation_privacy_and_data() }] : []),
  ];
  return [
    ...(user?.support
      ? []
      : [{ label: m.common_your_account(), items: user?.role ? own : own.toSpliced(1, 1) }]),
    ...(user?.role ? [{ label: m.common_organisation(), items: shared }] : []),
  ];
}
