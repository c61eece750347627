/** What a member may be told of, and how: choices of a screen, apart from the rules, so that a browser gets them alone. */
export const newsKindWords = {
  messages: { label: "Messages", text: "Customers who write, conversations that you are given, mentions" },
  campaigns: { label: "Campaigns", text: "Finished, paused or stopped" },
  templates: { label: "Templates", text: "What Meta decided" },
  contacts: { label: "Contacts", text: "Refused rows of an import, requests of people about their data" },
  money: { label: "Billing", text: "Payments, automatic top-ups, invoices and prices" },
  whatsapp: { label: "WhatsApp accounts", text: "Lost access and restrictions" },
  connections: { label: "Integrations", text: "Rules, bots, connected services and webhooks that stopped" },
  team: { label: "Team", text: "Members and partners who come or go" },
  security: { label: "Security", text: "What the platform's support does with your organisation" },
} as const;

export type NewsKind = keyof typeof newsKindWords;
export const newsKinds = Object.keys(newsKindWords) as NewsKind[];

/** Behind the bell alone; besides at once by mail; besides once a day by mail; not at all. */
export const newsWayWords = {
  bell: "Bell",
  mail: "Bell, and a mail at once",
  digest: "Bell, and one mail a day",
  off: "Off",
} as const;

export type NewsWay = keyof typeof newsWayWords;
export const newsWays = Object.keys(newsWayWords) as [NewsWay, ...NewsWay[]];

/** What the platform does with an organisation is always told. */
export const alwaysTold: ReadonlySet<NewsKind> = new Set<NewsKind>(["security"]);
