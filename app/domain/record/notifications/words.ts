import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/**
 * The kinds of notifications and their delivery: choices of a screen, apart from the rules, so that a browser
 * gets only them.
 */
export const newsKindWords = lazy({
  messages: { label: m.labels_messages, text: m.labels_customers_who_write_conversations_that_you },
  campaigns: { label: m.labels_campaigns, text: m.labels_finished_paused_or_stopped },
  templates: { label: m.labels_templates, text: m.labels_what_meta_decided },
  contacts: { label: m.labels_contacts, text: m.labels_refused_rows_of_an_import_requests },
  money: { label: m.labels_billing, text: m.labels_payments_automatic_top_ups_invoices_and },
  whatsapp: { label: m.labels_whatsapp_accounts, text: m.labels_lost_access_and_restrictions },
  connections: { label: m.labels_integrations, text: m.labels_rules_bots_connected_services_and_webhooks },
  team: { label: m.labels_team, text: m.labels_members_and_partners_who_come_or },
  security: { label: m.labels_security, text: m.labels_what_the_platforms_support_does_with },
});

export type NewsKind = keyof typeof newsKindWords;
export const newsKinds = Object.keys(newsKindWords) as NewsKind[];

/** At the bell only; also by email at once; also by email daily; not at all. */
export const newsWayWords = lazy({
  bell: m.labels_bell,
  mail: m.labels_bell_and_a_mail_at_once,
  digest: m.labels_bell_and_one_mail_a_day,
  off: m.labels_off,
});

export type NewsWay = keyof typeof newsWayWords;
export const newsWays = Object.keys(newsWayWords) as [NewsWay, ...NewsWay[]];

/** The platform's actions on an organisation are always notified. */
export const alwaysNotified: ReadonlySet<NewsKind> = new Set<NewsKind>(["security"]);
