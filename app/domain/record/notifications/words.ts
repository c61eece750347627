import { m } from "#messages";

/** What a member may be told of, and how: choices of a screen, apart from the rules, so that a browser gets them alone. */
export const newsKindWords = {
  messages: {
    get label() {
      return m.labels_messages();
    },
    get text() {
      return m.labels_customers_who_write_conversations_that_you();
    },
  },
  campaigns: {
    get label() {
      return m.labels_campaigns();
    },
    get text() {
      return m.labels_finished_paused_or_stopped();
    },
  },
  templates: {
    get label() {
      return m.labels_templates();
    },
    get text() {
      return m.labels_what_meta_decided();
    },
  },
  contacts: {
    get label() {
      return m.labels_contacts();
    },
    get text() {
      return m.labels_refused_rows_of_an_import_requests();
    },
  },
  money: {
    get label() {
      return m.labels_billing();
    },
    get text() {
      return m.labels_payments_automatic_top_ups_invoices_and();
    },
  },
  whatsapp: {
    get label() {
      return m.labels_whatsapp_accounts();
    },
    get text() {
      return m.labels_lost_access_and_restrictions();
    },
  },
  connections: {
    get label() {
      return m.labels_integrations();
    },
    get text() {
      return m.labels_rules_bots_connected_services_and_webhooks();
    },
  },
  team: {
    get label() {
      return m.labels_team();
    },
    get text() {
      return m.labels_members_and_partners_who_come_or();
    },
  },
  security: {
    get label() {
      return m.labels_security();
    },
    get text() {
      return m.labels_what_the_platforms_support_does_with();
    },
  },
} as const;

export type NewsKind = keyof typeof newsKindWords;
export const newsKinds = Object.keys(newsKindWords) as NewsKind[];

/** Behind the bell alone; besides at once by mail; besides once a day by mail; not at all. */
export const newsWayWords = {
  get bell() {
    return m.labels_bell();
  },
  get mail() {
    return m.labels_bell_and_a_mail_at_once();
  },
  get digest() {
    return m.labels_bell_and_one_mail_a_day();
  },
  get off() {
    return m.labels_off();
  },
} as const;

export type NewsWay = keyof typeof newsWayWords;
export const newsWays = Object.keys(newsWayWords) as [NewsWay, ...NewsWay[]];

/** What the platform does with an organisation is always told. */
export const alwaysTold: ReadonlySet<NewsKind> = new Set<NewsKind>(["security"]);
