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
import { countText, type Unread } from "./unread.ts";

interface Entry {
  to: string;
  /** Another address of the same screen. */
  alias?: string;
  label: string;
  icon: LucideIcon;
}

const entries: Entry[] = [
  { to: href("/dashboard"), label: "Overview", icon: LayoutDashboard },
  { to: href("/get-started"), label: "Get Started", icon: GraduationCap },
  { to: href("/whatsapp"), alias: href("/whatsapp-setup"), label: "WhatsApp Setup", icon: PlugZap },
  { to: href("/billing"), label: "Billing", icon: Wallet },
  { to: href("/activity"), label: "Activity", icon: Activity },
  { to: href("/templates"), label: "Templates", icon: FileText },
  { to: href("/preview"), label: "Preview", icon: Eye },
  { to: href("/messaging"), label: "Message Center", icon: Megaphone },
  { to: href("/contacts"), label: "Contacts", icon: BookUser },
  { to: href("/chat"), label: "Chat", icon: MessageCircle },
  { to: href("/deals"), label: "Deals", icon: Target },
  { to: href("/tasks"), label: "Tasks", icon: Check },
  { to: href("/bots"), label: "Bots", icon: Bot },
  { to: href("/flows"), label: "Flows", icon: Workflow },
  { to: href("/analytics"), label: "Analytics", icon: ChartNoAxesColumn },
  { to: href("/integrations"), label: "Integrations", icon: Blocks },
  { to: href("/developers"), label: "Developers", icon: Code },
  { to: href("/revenue-share"), label: "Revenue Share", icon: HandCoins },
  { to: href("/settings"), label: "Settings", icon: Settings },
];
/** What a partner has. */
const ofPartner: Entry[] = [
  { to: href("/revenue-share"), label: "Revenue Share", icon: HandCoins },
  { to: href("/profile"), label: "Profile", icon: Settings },
];
const handset: Entry = { to: href("/sandbox"), label: "Handset", icon: Smartphone };

/** Whether the path is the place itself or lies below it. */
const isAt = (pathname: string, place: string) => pathname === place || pathname.startsWith(`${place}/`);

/**
 * The places of the workspace; the one where the visitor is carries `aria-current`, and the chat how many conversations
 * have unread messages.
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
          const count = to === "/chat" ? unread.unreadConversations : 0;
          return (
            <li key={to}>
              <Link
                to={to}
                title={text}
                aria-label={count > 0 ? `${text}, ${countText(count)} unread` : undefined}
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
