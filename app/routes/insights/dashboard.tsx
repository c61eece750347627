import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { ActivityList } from "#app/routes/organisation/activityList.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { apiContext, platformContext } from "#app/web/platform.server.ts";
import { requireRole, userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/dashboard";
import { AttentionCard } from "./attentionCard.tsx";
import { NowStats, RecentCampaigns, StatLink, TrendAndNumbers } from "./dayCards.tsx";
import { firstStepsOf, firstStepsWords } from "./firstSteps.server.ts";
import { FirstStepsCard } from "./firstStepsCard.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireRole("individual")];

export const meta: Route.MetaFunction = () => [{ title: m.common_overview() }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const user = context.get(userContext)!;
  const { config } = context.get(platformContext);
  const leads = user.seesFirstSteps && may(user, "organisation.manage");
  const [overview, day, answer] = await Promise.all([
    api("GET /dashboard", {}),
    api("GET /dashboard/day", {}),
    leads ? api("GET /get-started", {}) : null,
  ]);
  const firstSteps = answer && firstStepsOf(answer.done);
  return {
    ...overview,
    day,
    firstSteps: firstSteps && { ...firstSteps, words: firstStepsWords(firstSteps, user, day.wallet, config) },
    manages: may(user, "campaigns.manage"),
  };
}

interface QuickAction {
  to: string;
  label: string;
  text: string;
  icon: IconName;
}

const managersActions: readonly QuickAction[] = lazy([
  {
    to: href("/messaging"),
    label: m.insights_dashboard_send_message,
    text: m.insights_dashboard_campaign_action_text,
    icon: "send",
  },
  {
    to: href("/templates"),
    label: m.common_create_template,
    text: m.insights_dashboard_template_action_text,
    icon: "file-plus-corner",
  },
]);
const agentsActions: readonly QuickAction[] = lazy([
  {
    to: href("/chat"),
    label: m.insights_dashboard_open_chat,
    text: m.insights_dashboard_chat_action_text,
    icon: "message-circle",
  },
]);
const sharedActions: readonly QuickAction[] = lazy([
  {
    to: href("/analytics"),
    label: m.insights_dashboard_view_analytics,
    text: m.insights_dashboard_sent_delivered_read,
    icon: "chart-no-axes-column",
  },
  {
    to: href("/contacts"),
    label: m.insights_dashboard_manage_contacts,
    text: m.insights_dashboard_lists_tags_consent,
    icon: "book-user",
  },
]);

const accountWords = {
  Active: m.common_active,
  Suspended: m.common_suspended,
  Setup: m.insights_dashboard_account_setup,
};

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { messagesSent, activeContacts, templates, approvedTemplates, accountStatus } = loaderData;
  const { day, firstSteps, manages, recentActivity, whatsapp } = loaderData;
  const isNew = firstSteps?.steps.some(({ fact, isDone }) => fact === "campaign" && !isDone);
  const isConnected = whatsapp?.connected === true;
  const connection = <ConnectCard whatsapp={whatsapp} suspended={loaderData.suspendedAccounts} />;
  const quickActions = [...(manages ? managersActions : agentsActions), ...sharedActions];
  return (
    <>
      <PageHeader title={m.common_overview()} description={m.insights_dashboard_lead()} />
      <div className="grid gap-6">
        {firstSteps && <FirstStepsCard {...firstSteps} />}
        {!isConnected && !firstSteps && connection}
        {!isNew && <NowStats day={day} />}
        <AttentionCard attention={day.attention} />
        <RecentCampaigns campaigns={day.campaigns} />
        <TrendAndNumbers trend={day.trend} numbers={day.numbers} />
        {isConnected && connection}
        <StatGrid>
          <Stat
            label={<StatLink to={href("/analytics")} label={m.insights_dashboard_messages_sent()} />}
            value={formatCount(messagesSent)}
            hint={m.insights_dashboard_all_time_hint()}
          />
          <Stat
            label={<StatLink to={href("/contacts")} label={m.insights_dashboard_active_contacts()} />}
            value={formatCount(activeContacts)}
            hint={m.insights_dashboard_not_opted_out_hint()}
          />
          <Stat
            label={<StatLink to={href("/templates")} label={m.common_templates()} />}
            value={formatCount(templates)}
            hint={templates > 0 && m.insights_dashboard_approved_hint({ approvedTemplates })}
          />
          <Stat
            label={<StatLink to={href("/whatsapp")} label={m.insights_dashboard_account_status()} />}
            value={accountWords[accountStatus]()}
          />
        </StatGrid>
        <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <Card title={m.insights_dashboard_quick_actions_title()}>
            <ul className="tiles">
              {quickActions.map(({ to, label, text, icon }) => (
                <li key={label}>
                  <Link to={to} className="tile">
                    <span className="tile-icon">
                      <Icon name={icon} size={20} />
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
            title={m.insights_dashboard_recent_activity_title()}
            actions={
              <Link to={href("/activity")} className="link">
                {m.insights_dashboard_all_activity_link()}
              </Link>
            }
          >
            {recentActivity.length > 0 ? (
              <ActivityList entries={recentActivity} />
            ) : (
              <EmptyState art="overview" title={m.insights_dashboard_no_activity_yet_title()}>
                {m.insights_dashboard_empty()}
              </EmptyState>
            )}
          </Card>
        </div>
      </div>
    </>
  );
}

type Whatsapp = CallOutput<"GET /dashboard">["whatsapp"];

/** The status of the WhatsApp connection and the next step. */
function ConnectCard({ whatsapp, suspended }: { whatsapp: Whatsapp; suspended: number }) {
  if (whatsapp?.connected) {
    // Not broken over two lines.
    const number = (whatsapp.number ?? "").replaceAll(" ", "\u00a0");
    return (
      <section className="banner">
        <div>
          <h2>
            {m.insights_dashboard_whatsapp_connected()} <Badge tone="good">{m.common_connected()}</Badge>
          </h2>
          <p>
            {whatsapp.verifiedName
              ? m.insights_dashboard_sends_from_text({ verifiedName: whatsapp.verifiedName, number })
              : m.insights_dashboard_you_send_from_text({ number })}
          </p>
          {suspended > 0 && (
            <p>
              {m.insights_dashboard_lost_access_text({
                accounts: counted(m.counts_other_accounts, suspended),
              })}
            </p>
          )}
        </div>
        <ButtonLink to={href("/whatsapp")} variant="secondary">
          {m.insights_dashboard_manage_connection()}
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
      <ButtonLink to={href("/whatsapp")}>{m.insights_connect_whatsapp()}</ButtonLink>
    </section>
  );
}

const notConnected = lazy({
  title: m.insights_dashboard_not_connected_title,
  state: m.common_not_connected,
  text: m.insights_dashboard_not_connected_text,
});

const needOf = ({ status, reason }: NonNullable<Whatsapp>) => ({
  title: status === "connected" ? m.insights_dashboard_number_title() : m.insights_dashboard_account_title(),
  state:
    status === "connected"
      ? m.insights_dashboard_setup()
      : status === "suspended"
        ? m.common_suspended()
        : m.common_pending(),
  text: reason || m.insights_dashboard_setup_text(),
});
