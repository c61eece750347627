import {
  Activity,
  Blocks,
  BookUser,
  Bot,
  ChartNoAxesColumn,
  Check,
  Code,
  Eye,
  FileText,
  GraduationCap,
  HandCoins,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  PlugZap,
  Settings,
  Smartphone,
  Target,
  Wallet,
  Workflow,
} from "lucide-react";
import { href, Link, useLocation } from "react-router";
import { isPartner } from "#app/platform/roles.ts";
import { m } from "#messages";
import { countText, type Unread } from "./unread.ts";

interface Entry {
  to: string;
  /** Another address of the same screen. */
  alias?: string;
  label: string;
  icon: LucideIcon;
}

const entries: Entry[] = [
  {
    to: href("/dashboard"),
    get label() {
      return m.common_overview();
    },
    icon: LayoutDashboard,
  },
  {
    to: href("/get-started"),
    get label() {
      return m.common_get_started();
    },
    icon: GraduationCap,
  },
  {
    to: href("/whatsapp"),
    alias: href("/whatsapp-setup"),
    get label() {
      return m.common_whatsapp_setup();
    },
    icon: PlugZap,
  },
  {
    to: href("/billing"),
    get label() {
      return m.common_billing();
    },
    icon: Wallet,
  },
  {
    to: href("/activity"),
    get label() {
      return m.common_activity();
    },
    icon: Activity,
  },
  {
    to: href("/templates"),
    get label() {
      return m.common_templates();
    },
    icon: FileText,
  },
  {
    to: href("/preview"),
    get label() {
      return m.shell_preview();
    },
    icon: Eye,
  },
  {
    to: href("/messaging"),
    get label() {
      return m.shell_message_center();
    },
    icon: Megaphone,
  },
  {
    to: href("/contacts"),
    get label() {
      return m.common_contacts();
    },
    icon: BookUser,
  },
  {
    to: href("/chat"),
    get label() {
      return m.shell_chat();
    },
    icon: MessageCircle,
  },
  {
    to: href("/deals"),
    get label() {
      return m.shell_deals();
    },
    icon: Target,
  },
  {
    to: href("/tasks"),
    get label() {
      return m.common_tasks();
    },
    icon: Check,
  },
  {
    to: href("/bots"),
    get label() {
      return m.shell_bots();
    },
    icon: Bot,
  },
  {
    to: href("/flows"),
    get label() {
      return m.shell_flows();
    },
    icon: Workflow,
  },
  {
    to: href("/analytics"),
    get label() {
      return m.shell_analytics();
    },
    icon: ChartNoAxesColumn,
  },
  {
    to: href("/integrations"),
    get label() {
      return m.shell_integrations();
    },
    icon: Blocks,
  },
  {
    to: href("/developers"),
    get label() {
      return m.common_developers();
    },
    icon: Code,
  },
  {
    to: href("/revenue-share"),
    get label() {
      return m.common_revenue_share();
    },
    icon: HandCoins,
  },
  {
    to: href("/settings"),
    get label() {
      return m.common_settings();
    },
    icon: Settings,
  },
];
/** What a partner has. */
const ofPartner: Entry[] = [
  {
    to: href("/revenue-share"),
    get label() {
      return m.common_revenue_share();
    },
    icon: HandCoins,
  },
  {
    to: href("/profile"),
    get label() {
      return m.common_profile();
    },
    icon: Settings,
  },
];
const handset: Entry = {
  to: href("/sandbox"),
  get label() {
    return m.shell_handset();
  },
  icon: Smartphone,
};

/** Whether the path is the place itself or lies below it. */
const isAt = (pathname: string, place: string) => pathname === place || pathname.startsWith(`${place}/`);

/**
 * The places of the workspace; the current one has `aria-current`, and the chat shows how many customers are waiting.
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
        {own.map(({ to, alias, label: text, icon: Icon }) => {
          const count = to === "/chat" ? unread.waitingConversations : 0;
          return (
            <li key={to}>
              <Link
                to={to}
                title={text}
                aria-label={count > 0 ? m.shell_waiting({ text, count: countText(count) }) : undefined}
                aria-current={[to, alias ?? to].some((place) => isAt(pathname, place)) ? "page" : undefined}
              >
                <Icon size={20} aria-hidden="true" />
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
