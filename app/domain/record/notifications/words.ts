import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/**
 * The kinds of notifications and their delivery: choices of a screen, apart from the rules, so that a browser
 * gets only them.
 */
export const newsKindWords = lazy({
  messages: { label: m.common_messages, text: m.record_news_kind_messages },
  campaigns: { label: m.record_news_kind_campaigns, text: m.record_notifications_campaigns_text },
  templates: { label: m.record_news_kind_templates, text: m.record_notifications_templates_text },
  contacts: { label: m.common_contacts, text: m.record_news_kind_contacts },
  money: { label: m.common_billing, text: m.record_news_kind_money },
  whatsapp: { label: m.record_news_kind_whatsapp, text: m.record_notifications_whatsapp_text },
  connections: { label: m.record_news_kind_connections, text: m.record_notifications_connections_text },
  team: { label: m.record_news_kind_team, text: m.record_notifications_team_text },
  security: { label: m.record_news_kind_security, text: m.record_notifications_security_text },
});

export type NewsKind = keyof typeof newsKindWords;
export const newsKinds = Object.keys(newsKindWords) as NewsKind[];

/** At the bell only; also by email at once; also by email daily; not at all. */
export const newsWayWords = lazy({
  bell: m.record_news_way_bell,
  mail: m.record_news_way_mail,
  digest: m.record_news_way_digest,
  off: m.record_news_way_off,
});

export type NewsWay = keyof typeof newsWayWords;
export const newsWays = Object.keys(newsWayWords) as [NewsWay, ...NewsWay[]];

/** The platform's actions on an organisation are always notified. */
export const alwaysNotified: ReadonlySet<NewsKind> = new Set<NewsKind>(["security"]);
