import { href, Link, useLocation } from "react-router";
import { isPartner } from "#app/platform/roles/accountKinds.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { m } from "#messages";
import { countText, type Unread } from "./unread.ts";

interface Entry {
  to: string;
  /** Another address of the same screen. */
  alias?: string;
  label: string;
  icon: IconName;
}

const entries: readonly Entry[] = lazy([
  { to: href("/dashboard"), label: m.common_overview, icon: "layout-dashboard" },
  { to: href("/get-started"), label: m.common_get_started, icon: "graduation-cap" },
  { to: href("/whatsapp"), alias: href("/whatsapp-setup"), label: m.common_whatsapp_setup, icon: "plug-zap" },
  { to: href("/billing"), label: m.common_billing, icon: "wallet" },
  { to: href("/activity"), label: m.common_activity, icon: "activity" },
  { to: href("/templates"), label: m.common_templates, icon: "file-text" },
  { to: href("/preview"), label: m.shell_navigation_preview_label, icon: "eye" },
  { to: href("/messaging"), label: m.common_message_center, icon: "megaphone" },
  { to: href("/contacts"), label: m.common_contacts, icon: "book-user" },
  { to: href("/chat"), label: m.common_chat, icon: "message-circle" },
  { to: href("/deals"), label: m.common_deals, icon: "target" },
  { to: href("/tasks"), label: m.common_tasks, icon: "check" },
  { to: href("/bots"), label: m.common_bots, icon: "bot" },
  { to: href("/flows"), label: m.common_flows, icon: "workflow" },
  { to: href("/analytics"), label: m.common_analytics, icon: "chart-no-axes-column" },
  { to: href("/integrations"), label: m.common_integrations, icon: "blocks" },
  { to: href("/developers"), label: m.common_developers, icon: "code" },
  { to: href("/revenue-share"), label: m.common_revenue_share, icon: "hand-coins" },
  { to: href("/settings"), label: m.common_settings, icon: "settings" },
]);
/** The entries of a partner. */
const ofPartner: readonly Entry[] = lazy([
  { to: href("/revenue-share"), label: m.common_revenue_share, icon: "hand-coins" },
  { to: href("/profile"), label: m.common_profile, icon: "settings" },
]);
const handset: Entry = lazy({
  to: href("/sandbox"),
  label: m.common_handset,
  icon: "smartphone",
});

/** Whether the path is the place itself or below it. */
const isAt = (pathname: string, place: string) => pathname === place || pathname.startsWith(`${place}/`);

/**
 * The places of the workspace; the current one has `aria-current`, and the chat shows how many customers are
 * waiting.
 */
export function SideNavigation({
  label,
  user,
  sandbox,
  unread,
}: {
  label: string;
  user: Parameters<typeof isPartner>[0];
  sandbox: boolean;
  unread: Unread;
}) {
  const { pathname } = useLocation();
  const own = isPartner(user) ? ofPartner : [...entries, ...(sandbox ? [handset] : [])];
  return (
    <nav className="side-nav" aria-label={label}>
      <ul>
        {own.map(({ to, alias, label: text, icon }) => {
          const count = to === "/chat" ? unread.waitingConversations : 0;
          return (
            <li key={to}>
              <Link
                to={to}
                title={text}
                aria-label={
                  count > 0 ? m.shell_navigation_waiting_label({ text, count: countText(count) }) : undefined
                }
                aria-current={[to, alias ?? to].some((place) => isAt(pathname, place)) ? "page" : undefined}
              >
                <Icon name={icon} size={20} />
                <span className="side-label">{text}</span>
                {count > 0 && <span className="side-count">{countText(count)}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
