import { BookUser, ChartNoAxesColumn, FilePlus2, type LucideIcon, MessageCircle, Send } from "lucide-react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { asWords } from "#app/platform/asWords.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { isManager } from "#app/platform/roles.ts";
import { ActivityList } from "#app/routes/organisation/activityList.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { useAuth } from "#app/web/auth.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { requireRole } from "#app/web/session.server.ts";
import type { Route } from "./+types/dashboard";
import { AttentionCard } from "./attentionCard.tsx";
import { DayCards } from "./dayCards.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireRole("individual")];

export const meta: Route.MetaFunction = () => [{ title: "Overview" }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [overview, day] = await Promise.all([api("GET /dashboard", {}), api("GET /dashboard/day", {})]);
  return { ...overview, day };
}

interface QuickAction {
  to: string;
  label: string;
  text: string;
  icon: LucideIcon;
}

const managersActions: QuickAction[] = [
  { to: href("/messaging"), label: "Send Message", text: "A campaign or a quick broadcast", icon: Send },
  {
    to: href("/templates"),
    label: "Create Template",
    text: "Write it and submit it for review",
    icon: FilePlus2,
  },
];
const agentsActions: QuickAction[] = [
  { to: href("/chat"), label: "Open Chats", text: "What customers wrote", icon: MessageCircle },
];
const everybodysActions: QuickAction[] = [
  { to: href("/analytics"), label: "View Analytics", text: "Sent, delivered, read", icon: ChartNoAxesColumn },
  { to: href("/contacts"), label: "Manage Contacts", text: "Lists, tags, consent", icon: BookUser },
];

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { messagesSent, activeContacts, templates, approvedTemplates, accountStatus, recentActivity } =
    loaderData;
  const manages = isManager(useAuth().user);
  const quickActions = [...(manages ? managersActions : agentsActions), ...everybodysActions];
  return (
    <>
      <PageHeader title="Overview" description="Your messaging at a glance." />
      <div className="grid gap-6">
        <ConnectCard whatsapp={loaderData.whatsapp} suspended={loaderData.suspendedAccounts} />
        <AttentionCard attention={loaderData.day.attention} />
        <StatGrid>
          <Stat label="Messages Sent" value={formatCount(messagesSent)} />
          <Stat label="Active Contacts" value={formatCount(activeContacts)} />
          <Stat
            label="Templates"
            value={formatCount(templates)}
            hint={templates > 0 && `${approvedTemplates} approved`}
          />
          <Stat label="Account Status" value={accountStatus} />
        </StatGrid>
        <DayCards day={loaderData.day} />
        <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <Card title="Quick Actions">
            <ul className="tiles">
              {quickActions.map(({ to, label, text, icon: Icon }) => (
                <li key={label}>
                  <Link to={to} className="tile">
                    <span className="tile-icon">
                      <Icon size={20} aria-hidden="true" />
                    </span>
                    <span>
                      <strong>{label}</strong>
                      <span className="hint">{text}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
          <Card
            title="Recent Activity"
            actions={
              <Link to={href("/activity")} className="link">
                All activity
              </Link>
            }
          >
            {recentActivity.length > 0 ? (
              <ActivityList entries={recentActivity} />
            ) : (
              <EmptyState art="overview" title="Nothing has happened yet">
                Connect WhatsApp, write a template or import contacts: what you and your colleagues do appears
                here.
              </EmptyState>
            )}
          </Card>
        </div>
      </div>
    </>
  );
}

type Whatsapp = CallOutput<"GET /dashboard">["whatsapp"];

/** The state of the WhatsApp connection and the next step from here. */
function ConnectCard({ whatsapp, suspended }: { whatsapp: Whatsapp; suspended: number }) {
  if (whatsapp?.connected) {
    return (
      <section className="banner">
        <div>
          <h2>
            WhatsApp is connected <Badge tone="good">Connected</Badge>
          </h2>
          <p>
            {whatsapp.verifiedName ? `${whatsapp.verifiedName} sends from ` : "You send from "}
            <strong className="inline-block">{whatsapp.number}</strong>.
          </p>
          {suspended > 0 && (
            <p>
              <strong>{countOf(suspended, "other account")}</strong> lost access and can't send.
            </p>
          )}
        </div>
        <ButtonLink to={href("/whatsapp")} variant="secondary">
          Manage connection
        </ButtonLink>
      </section>
    );
  }
  const { title, state, text } = whatsapp ? needOf(whatsapp) : notConnected;
  return (
    <section className="banner banner-open">
      <div>
        <h2>
          {title} <Badge tone="warn">{state}</Badge>
        </h2>
        <p>{text}</p>
      </div>
      <ButtonLink to={href("/whatsapp")}>Connect WhatsApp</ButtonLink>
    </section>
  );
}

const notConnected = {
  title: "Connect your WhatsApp Business account",
  state: "Not connected",
  text: "Sign in with Meta, choose your number, and send the first message today. It takes about five minutes.",
};

const needOf = ({ status, reason }: NonNullable<Whatsapp>) => ({
  title: status === "connected" ? "Your number can't send yet" : "Your WhatsApp account needs attention",
  state: status === "connected" ? "Setup" : asWords(status),
  text: reason || "WhatsApp Setup shows what is missing.",
});

export { ScreenError as ErrorBoundary };
