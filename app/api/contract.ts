import { activityLogs } from "./screens/activity.server.ts";
import { admin } from "./screens/admin.server.ts";
import { adminBilling } from "./screens/adminBilling.server.ts";
import { analytics } from "./screens/analytics.server.ts";
import { auth } from "./screens/auth.server.ts";
import { billing } from "./screens/billing.server.ts";
import { bookCalls } from "./screens/books.server.ts";
import { bots } from "./screens/bots.server.ts";
import { campaigns, links, sending } from "./screens/campaigns.server.ts";
import { catalogueCalls } from "./screens/catalogues.server.ts";
import { contacts } from "./screens/contacts.server.ts";
import { conversations } from "./screens/conversations.server.ts";
import { crm } from "./screens/crm.server.ts";
import { dailyLedgers } from "./screens/dailyLedgers.server.ts";
import { dashboard } from "./screens/dashboard.server.ts";
import { developer } from "./screens/developers.server.ts";
import { developerWebhooks } from "./screens/developerWebhooks.server.ts";
import { etimsCalls } from "./screens/etims.server.ts";
import { flows } from "./screens/flows.server.ts";
import { sandbox } from "./screens/handset.server.ts";
import { inbox } from "./screens/inbox.server.ts";
import { integrations } from "./screens/integrations.server.ts";
import { media } from "./screens/media.server.ts";
import { members } from "./screens/members.server.ts";
import { platformMoney, wallet } from "./screens/money.server.ts";
import { notifications } from "./screens/notifications.server.ts";
import { orderCalls } from "./screens/orders.server.ts";
import { partnersOfPlatform, partnersOwn, referrals } from "./screens/partners.server.ts";
import { paymentRequests } from "./screens/paymentRequests.server.ts";
import { privacy } from "./screens/privacy.server.ts";
import { profile } from "./screens/profile.server.ts";
import { rules } from "./screens/rules.server.ts";
import { scheduledMessages } from "./screens/scheduledMessages.server.ts";
import { search } from "./screens/search.server.ts";
import { secondFactor } from "./screens/secondFactor.server.ts";
import { segments } from "./screens/segments.server.ts";
import { sequences } from "./screens/sequences.server.ts";
import { settings } from "./screens/settings.server.ts";
import { site } from "./screens/site.server.ts";
import { sms } from "./screens/sms.server.ts";
import { support } from "./screens/support.server.ts";
import { teams } from "./screens/teams.server.ts";
import { templates } from "./screens/templates.server.ts";
import { tillPayments } from "./screens/tillPayments.server.ts";
import { tills } from "./screens/tills.server.ts";
import { whatsapp } from "./screens/whatsapp.server.ts";

/** Every call of the platform, by `METHOD /path`, below `/api`. Screens, plain HTTP clients and tests use this one list. */
export const contract = {
  ...activityLogs,
  ...dailyLedgers,
  ...auth,
  ...billing,
  ...bots,
  ...flows,
  ...campaigns,
  ...links,
  ...sending,
  ...contacts,
  ...crm,
  ...paymentRequests,
  ...catalogueCalls,
  ...orderCalls,
  ...bookCalls,
  ...etimsCalls,
  ...inbox,
  ...teams,
  ...conversations,
  ...scheduledMessages,
  ...admin,
  ...adminBilling,
  ...analytics,
  ...dashboard,
  ...developer,
  ...developerWebhooks,
  ...integrations,
  ...rules,
  ...sequences,
  ...media,
  ...members,
  ...notifications,
  ...partnersOfPlatform,
  ...partnersOwn,
  ...privacy,
  ...profile,
  ...referrals,
  ...sandbox,
  ...search,
  ...secondFactor,
  ...segments,
  ...settings,
  ...site,
  ...sms,
  ...wallet,
  ...platformMoney,
  ...support,
  ...templates,
  ...tills,
  ...tillPayments,
  ...whatsapp,
};

export type Contract = typeof contract;
