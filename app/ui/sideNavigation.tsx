import {
  Activity,
  BookUser,
  Code,
  FileText,
  GraduationCap,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  PlugZap,
  Smartphone,
  Wallet,
} from "lucide-react";
import { NavLink } from "react-router";

interface Entry {
  to: string;
  label: string;
  icon: LucideIcon;
}

const entries: Entry[] = [
  { to: "/dashboard", label: "Overview", icon: LayoutDashboard },
  { to: "/get-started", label: "Get Started", icon: GraduationCap },
  { to: "/whatsapp", label: "WhatsApp Setup", icon: PlugZap },
  { to: "/templates", label: "Templates", icon: FileText },
  { to: "/messaging", label: "Messages", icon: Megaphone },
  { to: "/contacts", label: "Contacts", icon: BookUser },
  { to: "/chat", label: "Chat", icon: MessageCircle },
  { to: "/billing", label: "Billing", icon: Wallet },
  { to: "/activity", label: "Activity", icon: Activity },
  { to: "/developers", label: "Developers", icon: Code },
];
const handset: Entry = { to: "/sandbox", label: "Handset", icon: Smartphone };

/** The places of the workspace; the one where the visitor is carries `aria-current`. */
export function SideNavigation({ label, sandbox }: { label: string; sandbox: boolean }) {
  return (
    <nav className="side-nav" aria-label={label}>
      <ul>
        {[...entries, ...(sandbox ? [handset] : [])].map(({ to, label: text, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} title={text}>
              <Icon size={20} aria-hidden="true" />
              <span className="side-label">{text}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
