import { href } from "react-router";
import { isMember } from "#app/platform/roles/accountKinds.ts";
import { type Act, inSupportView, may } from "#app/platform/roles/acts.server.ts";
import { folded } from "#app/platform/text/excerpt.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import type { IconName } from "#app/ui/icon.tsx";
import type { SessionUser } from "#app/web/session.server.ts";
import { m } from "#messages";
import { placesFor } from "./places.server.ts";
import { synonyms } from "./synonyms.server.ts";

export interface Page {
  to: string;
  label: string;
  /** What it belongs to. */
  within?: string | undefined;
  icon: IconName;
}

/** What decides which pages a user sees. */
export type Visitor = Pick<SessionUser, "usertype" | "role"> & { support: object | null };

type Guarded = Page & { act: Act };

const ofContacts = { within: m.common_contacts, icon: "book-user" } as const;
const ofBilling = { within: m.common_billing, icon: "wallet" } as const;
const ofSettings = { within: m.common_settings, icon: "settings" } as const;
const ofDevelopers = { within: m.common_developers, icon: "code" } as const;
const ofAccount = { within: m.common_your_account, icon: "user-round" } as const;

/** Pages one step below the navigation. */
// biome-ignore format: a table reads in columns.
const deeper: readonly Guarded[] = lazy([
  { to: href("/contacts/segments"), label: m.contacts_segments, act: "contacts.view", ...ofContacts },
  { to: href("/contacts/fields"), label: m.contacts_fields_list_contact_fields, act: "contacts.view", ...ofContacts },
  { to: href("/chat/replies"), label: m.chat_canned_replies, act: "conversations.view", within: m.common_chat, icon: "message-circle" },
  { to: href("/chat/keys"), label: m.chat_keys_title, act: "conversations.view", within: m.common_chat, icon: "message-circle" },
  { to: href("/messaging/broadcasts"), label: m.campaigns_broadcast_history, act: "campaigns.view", within: m.common_campaigns, icon: "megaphone" },
  { to: href("/templates/library"), label: m.templates_library_template_library, act: "templates.view", within: m.common_templates, icon: "file-text" },
  { to: href("/analytics/health"), label: m.common_health, act: "whatsapp.viewDetails", within: m.common_analytics, icon: "chart-no-axes-column" },
  { to: href("/billing/invoices"), label: m.common_invoices, act: "money.view", ...ofBilling },
  { to: href("/billing/payments"), label: m.common_payments, act: "money.view", ...ofBilling },
  { to: href("/billing/statement"), label: m.billing_statement, act: "money.view", ...ofBilling },
  { to: href("/billing/plan"), label: m.billing_plan_change_plan, act: "money.pay", ...ofBilling },
  { to: href("/billing/auto-top-up"), label: m.billing_auto_top_up_automatic_top_up, act: "money.pay", ...ofBilling },
  { to: href("/billing/claim"), label: m.billing_find_payment, act: "money.pay", ...ofBilling },
  { to: href("/settings/members"), label: m.organisation_members, act: "members.view", ...ofSettings },
  { to: href("/settings/inbox"), label: m.common_chat, act: "conversations.view", ...ofSettings },
  { to: href("/settings/inbox/teams"), label: m.organisation_teams, act: "conversations.view", ...ofSettings },
  { to: href("/settings/sending"), label: m.organisation_sending, act: "sending.view", ...ofSettings },
  { to: href("/settings/privacy"), label: m.organisation_privacy_and_data, act: "privacy.view", ...ofSettings },
  { to: href("/settings/notifications"), label: m.common_notifications, act: "notifications.manage", ...ofSettings },
  { to: href("/settings/security"), label: m.common_two_step_verification, act: "account.manage", ...ofSettings },
  { to: href("/developers/keys"), label: m.developers_api_keys, act: "developer.manage", ...ofDevelopers },
  { to: href("/developers/requests"), label: m.developers_request_log, act: "developer.viewCalls", ...ofDevelopers },
  { to: href("/notifications"), label: m.common_notifications, act: "notifications.view", icon: "bell" },
  { to: href("/profile"), label: m.common_profile, act: "account.manage", ...ofAccount },
  { to: href("/change-password"), label: m.common_change_password, act: "account.manage", ...ofAccount },
]);

/** What a member can start from anywhere. */
// biome-ignore format: a table reads in columns.
const starts: readonly Guarded[] = lazy([
  { to: href("/contacts/new"), label: m.contacts_new_contact, act: "contacts.edit", icon: "plus" },
  { to: href("/contacts/import"), label: m.common_import_contacts, act: "contacts.import", icon: "plus" },
  { to: href("/contacts/segments/new"), label: m.contacts_segments_new_segment, act: "segments.edit", icon: "plus" },
  { to: href("/messaging/campaigns/new"), label: m.campaigns_new_campaign, act: "campaigns.manage", icon: "plus" },
  { to: href("/messaging/broadcasts/new"), label: m.campaigns_quick_broadcast, act: "campaigns.manage", icon: "plus" },
  { to: href("/templates/new"), label: m.common_create_template, act: "templates.manage", icon: "plus" },
  { to: href("/deals/new"), label: m.common_new_deal, act: "deals.edit", icon: "plus" },
  { to: href("/tasks/new"), label: m.common_new_task, act: "deals.edit", icon: "plus" },
  { to: href("/bots/new"), label: m.bots_new_bot, act: "bots.create", icon: "plus" },
  { to: href("/flows/new"), label: m.flows_new_flow, act: "flows.manage", icon: "plus" },
  { to: href("/integrations/rules/new"), label: m.rules_new_rule, act: "rules.manage", icon: "plus" },
  { to: href("/settings/inbox/teams/new"), label: m.organisation_team_new_title, act: "teams.manage", icon: "plus" },
  { to: href("/billing/top-up"), label: m.common_top_up_the_wallet, act: "money.pay", icon: "plus" },
]);

const mayUse =
  (user: Visitor) =>
  ({ act }: Guarded): boolean =>
    may(user, act) && !(user.support && inSupportView(act) === "never");

function navigationOf(user: Visitor, sandbox: boolean): Page[] {
  if (!isMember(user)) return [];
  const { groups, testPhone } = placesFor(user, sandbox && !user.support);
  const entries = groups.flatMap((group) => group.entries);
  const pages = entries.flatMap(({ parts, ...entry }): Page[] =>
    parts ? parts.map((part) => ({ ...part, within: entry.label })) : [entry],
  );
  return testPhone ? [...pages, testPhone] : pages;
}

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** How well a page fits: 0 best, null not at all. Every word of the text begins a word of the page. */
function fitOf({ label, within = "", to }: Page, text: string): number | null {
  const sought = wordsOf(text);
  if (sought.length === 0) return null;
  const fits = (words: string[]) => sought.every((one) => words.some((word) => word.startsWith(one)));
  const named = wordsOf(label);
  if (named.join(" ").startsWith(sought.join(" "))) return 0;
  if (fits(named)) return 1;
  return fits([...named, ...wordsOf(within), ...wordsOf(synonyms[to] ?? "")]) ? 2 : null;
}

const perGroup = 6;

const plain = ({ to, label, within, icon }: Page): Page => ({ to, label, within, icon });

const bestOf = (pages: readonly Page[], text: string): Page[] =>
  pages
    .flatMap((page) => {
      const fit = fitOf(page, text);
      return fit === null ? [] : [{ page, fit }];
    })
    .toSorted((a, b) => a.fit - b.fit)
    .slice(0, perGroup)
    .map(({ page }) => page);

/**
 * Pages, and what can be started, that this user may use and `text` names, best first; without a text those of the
 * navigation. Case and accents don't matter, and synonyms count in every language.
 */
export function goTo(user: Visitor, { text, sandbox }: { text: string; sandbox: boolean }) {
  const navigation = navigationOf(user, sandbox);
  const allowed = mayUse(user);
  const actions = starts.filter(allowed);
  if (text.trim() === "") return { pages: navigation.map(plain), actions: actions.map(plain) };
  return {
    pages: bestOf([...navigation, ...deeper.filter(allowed)], text).map(plain),
    actions: bestOf(actions, text).map(plain),
  };
}
