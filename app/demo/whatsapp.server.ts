import type { Tx } from "#app/db/client.server.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { tokenBinding } from "#app/domain/whatsapp/accounts/queries.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import { sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import type { KnownAccount } from "#app/providers/meta/sandboxAccounts.server.ts";
import type { DemoOrganisation } from "./organisations.server.ts";
import { chance, dayMs, demoId, hourMs, metaId } from "./seed.ts";
import type { DemoTemplate } from "./templateParts.ts";
import { demoTemplates, noticeTemplate } from "./templates.ts";

/** An organisation's sender and templates. */
export interface DemoSender {
  /** Meta's ids. */
  phoneNumberIds: string[];
  /** Our id of a template, by its name. */
  templateIds: Map<string, string>;
}

type Account = typeof whatsappAccounts.$inferInsert;
type PhoneNumber = typeof phoneNumbers.$inferInsert;
type Template = typeof templates.$inferInsert;

interface Loading {
  now: Date;
  keys: Config["encryptionKeys"];
  accounts: Account[];
  numbers: PhoneNumber[];
  templates: Template[];
  known: KnownAccount[];
}

/** Accounts, numbers and templates; `known` is what the simulator must know to send from them. */
export async function loadWhatsapp(
  tx: Tx,
  now: Date,
  keys: Config["encryptionKeys"],
  demo: readonly DemoOrganisation[],
): Promise<{ senders: Map<string, DemoSender>; known: KnownAccount[] }> {
  const loading: Loading = { now, keys, accounts: [], numbers: [], templates: [], known: [] };
  const senders = new Map(
    demo.filter(({ isSending }) => isSending).map((org) => [org.orgId as string, connect(loading, org)]),
  );
  await tx.insert(whatsappAccounts).values(loading.accounts);
  await tx.insert(phoneNumbers).values(loading.numbers);
  await tx.insert(templates).values(loading.templates);
  return { senders, known: loading.known };
}

/** The second number of the shop is also used in the WhatsApp Business app, where Meta allows 20 messages a second. */
const shopNumbers = [
  { displayPhoneNumber: "+254 700 900 100", verifiedName: "Duka Letu", throughput: 80, quality: "GREEN" },
  {
    displayPhoneNumber: "+254 700 900 200",
    verifiedName: "Duka Letu Jumla",
    throughput: 20,
    quality: "YELLOW",
  },
];

function connect(loading: Loading, org: DemoOrganisation): DemoSender {
  const { now } = loading;
  const connectedAt = new Date(Math.min(now.getTime() - dayMs, org.createdAt.getTime() + 2 * hourMs));
  const luck = org.number === 0 ? 1 : chance(`connection ${org.name}`);
  const status = luck < 0.06 ? "suspended" : luck < 0.12 ? "disconnected" : "connected";
  const account = {
    orgId: org.orgId,
    id: demoId("wac", org.name, connectedAt),
    wabaId: metaId(`waba ${org.name}`),
    businessId: metaId(`business ${org.name}`),
    isBusinessVerified: luck >= 0.3,
  };
  const accessToken = `EAA${metaId(`token ${org.name}`)}${metaId(`secret ${org.name}`)}`;
  loading.accounts.push({
    ...account,
    name: org.name,
    status,
    statusReason:
      status === "suspended"
        ? { code: "meta.refused", said: JSON.stringify({ code: "refused", key: "meta.190", values: {} }) }
        : null,
    webhookStatus: status === "connected" ? "active" : "inactive",
    tokenEncrypted:
      status === "disconnected" ? null : sealSecret(loading.keys, tokenBinding(account), accessToken),
    connectedAt,
    createdAt: connectedAt,
    updatedAt: connectedAt,
  });
  const numbers = (org.number === 0 ? shopNumbers : [numberOf(org)]).map((number, index) => ({
    ...number,
    id: metaId(`number ${index} ${org.name}`),
  }));
  for (const number of numbers)
    loading.numbers.push({
      orgId: org.orgId,
      id: demoId("pno", number.id, connectedAt),
      whatsappAccountId: account.id,
      phoneNumberId: number.id,
      displayPhoneNumber: number.displayPhoneNumber,
      verifiedName: number.verifiedName,
      status: status === "disconnected" ? "DISCONNECTED" : "CONNECTED",
      qualityRating: number.quality,
      throughputPerSecond: number.throughput,
      registeredAt: connectedAt,
      createdAt: connectedAt,
      updatedAt: connectedAt,
    });
  const own =
    org.number === 0 ? demoTemplates : [{ ...noticeTemplate, submittedDaysAgo: Math.floor(age(now, org)) }];
  const rows = own.map((template) => templateRow(loading, org, account.id, template));
  loading.templates.push(...rows);
  if (status === "connected")
    loading.known.push({
      wabaId: account.wabaId,
      businessId: account.businessId,
      name: org.name,
      accessToken,
      numbers: numbers.map(({ quality, ...number }) => ({
        ...number,
        qualityRating: quality,
        messagingLimit: portfolioLimit,
      })),
      templates: rows.map((row) => ({
        id: row.metaTemplateId!,
        name: row.name,
        language: row.language,
        category: row.category,
        status: row.status!,
        rejectedReason: row.status === "REJECTED" ? "SCAM" : "NONE",
        components: row.components,
      })),
      windows: [],
    });
  return {
    phoneNumberIds: numbers.map(({ id }) => id),
    // Of several languages the first is sent.
    templateIds: new Map(rows.toReversed().map(({ name, id }) => [name, id])),
  };
}

const age = (now: Date, org: DemoOrganisation) => (now.getTime() - org.createdAt.getTime()) / dayMs - 0.5;

/** The same limit as in the numbers' history in app/demo/insights.server.ts, which they share. */
const portfolioLimit = "TIER_2K";

const numberOf = (org: DemoOrganisation) => ({
  displayPhoneNumber: `+254 701 ${String(org.number).padStart(3, "0")} 000`,
  verifiedName: org.name,
  throughput: 80,
  quality: chance(`quality ${org.name}`) < 0.8 ? "GREEN" : chance(`low ${org.name}`) < 0.7 ? "YELLOW" : "RED",
});

/** One name may have several languages; only the first is listed under the name. */
const keyOf = (org: DemoOrganisation, { name, language }: Pick<DemoTemplate, "name" | "language">) => {
  const first = demoTemplates.find((template) => template.name === name)?.language ?? language;
  return `${org.name} ${name}${first === language ? "" : ` ${language}`}`;
};

function templateRow(
  { now }: Loading,
  org: DemoOrganisation,
  whatsappAccountId: string,
  { submittedDaysAgo, rejectionReason, recategorised, announced, ...template }: DemoTemplate,
): Template {
  const submittedAt = new Date(
    Math.max(org.createdAt.getTime() + hourMs, now.getTime() - submittedDaysAgo * dayMs - 2 * hourMs),
  );
  const wasDisliked = template.status === "PAUSED" || template.status === "DISABLED";
  const decided = template.status === "PENDING" ? 0 : wasDisliked ? 38 * dayMs : 4 * hourMs;
  return {
    ...template,
    orgId: org.orgId,
    id: demoId("tpl", keyOf(org, template), submittedAt),
    whatsappAccountId,
    metaTemplateId: metaId(`template ${keyOf(org, template)}`),
    correctCategory: announced ?? null,
    previousCategory: recategorised?.was ?? null,
    categoryChangedAt: recategorised ? new Date(now.getTime() - recategorised.daysAgo * dayMs) : null,
    rejectionReason: rejectionReason ?? null,
    qualityScore: template.status === "APPROVED" ? "GREEN" : wasDisliked ? "RED" : "UNKNOWN",
    submittedAt,
    statusChangedAt: new Date(Math.min(now.getTime(), submittedAt.getTime() + decided)),
    createdBy: org.memberIds[1] ?? org.ownerId,
    createdAt: submittedAt,
    updatedAt: submittedAt,
  };
}
