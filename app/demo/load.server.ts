import { and, inArray, ne, notInArray } from "drizzle-orm";
import pg from "pg";
import { clientOf, type Database, type Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { hashPassword } from "#app/domain/accounts/password.server.ts";
import { revokeSessionsOf } from "#app/domain/accounts/revokeSessions.server.ts";
import { evaluateBotJob } from "#app/domain/bots/jobs.ts";
import { countAnalytics } from "#app/domain/insights/analytics/count.server.ts";
import { endAllFirstSteps } from "#app/domain/insights/dashboard/firstSteps.server.ts";
import { linkBase } from "#app/domain/messaging/campaigns/links.server.ts";
import { prepareCampaignJob } from "#app/domain/messaging/jobs.ts";
import { ConfigError } from "#app/platform/config/config.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { introduceAccounts, type KnownAccount } from "#app/providers/meta/sandboxAccounts.server.ts";
import { loadBilling } from "./billing.server.ts";
import { createDemoBot } from "./bot.server.ts";
import { loadBotTalks } from "./botTalks.server.ts";
import { loadCampaigns } from "./campaigns.server.ts";
import { loadDemoCatalogue } from "./catalogue.server.ts";
import { loadConsole } from "./console.server.ts";
import { loadContacts } from "./contacts.server.ts";
import { loadConversations, openWindows } from "./conversations.server.ts";
import { loadDemoDeals } from "./deals.server.ts";
import { loadDelivery } from "./delivery.server.ts";
import { addDeveloperDemo } from "./developers.ts";
import { createDemoFlows } from "./flows.server.ts";
import { loadDemoInbox } from "./inbox.ts";
import { loadInsights } from "./insights.server.ts";
import { addDemoIntegrations } from "./integrations.server.ts";
import { addDemoInvoices, addDemoReceipts } from "./invoices.server.ts";
import { demoLogins } from "./logins.ts";
import { loadFiles } from "./media.server.ts";
import { loadMoney } from "./money.server.ts";
import { demoPeople, demoSignIns, loadOrganisations } from "./organisations.server.ts";
import { loadPartners } from "./partners.server.ts";
import { loadPayments } from "./payments.server.ts";
import { planOther, planShop } from "./plan.ts";
import { loadPrivacy } from "./privacy.server.ts";
import { loadRecord } from "./record.server.ts";
import { loadRollUps } from "./rollUps.server.ts";
import { sqlFunctions } from "./seed.ts";
import { loadSegments } from "./segments.server.ts";
import { loadWhatsapp } from "./whatsapp.server.ts";

export { demoLogins } from "./logins.ts";

/**
 * Refuses to load the demo into a database with other accounts: its administrator, whose password is
 * published, would see all of them.
 */
export async function refuseDemoWithOthers({ db }: Pick<Services, "db">): Promise<void> {
  const [other] = await db.withSystem((tx) =>
    tx.select({ id: users.id }).from(users).where(notInArray(users.email, demoPeople)).limit(1),
  );
  if (other)
    throw new ConfigError([
      "DEMO=on: the database of DATABASE_URL has other accounts, and the demo's logins have published passwords. Take another database, or DEMO=off",
    ]);
}

/** Closes the demo's logins if an earlier start left them open: their password is published. */
export async function closeDemo({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.withSystem(async (tx) => {
    const closed = await tx
      .update(users)
      .set({ accountStatus: "suspended" })
      .where(and(inArray(users.email, demoSignIns), ne(users.accountStatus, "suspended")))
      .returning({ id: users.id });
    for (const { id } of closed) await revokeSessionsOf(tx, clock.now(), id);
  });
}

type LoadServices = Pick<Services, "config" | "db" | "clock" | "graph" | "jobs">;

/** The tables with many rows of the demo. */
const filled =
  "messages, campaigns, campaign_totals, campaign_replies, hourly_totals, contacts, conversations, templates, holds, journal_entries, postings, monthly_usage, events, notifications, users, members, organisations";

/**
 * Fills an empty platform with the demo: a shop with 90 days of work in every screen, 120 other
 * organisations for the administrator, and their logins. It is the same on every start but for the day. The
 * sandbox's simulator learns its WhatsApp accounts before anything is committed, so that their messages
 * arrive. Returns `loaded: false` when there is any user: then it only opens logins that a start without demo
 * has closed.
 */
export async function loadDemo(services: LoadServices): Promise<{ loaded: boolean }> {
  const db = services.db.for("long");
  const isFilled = await db.withSystem((tx) => tx.select({ id: users.id }).from(users).limit(1));
  const shopId =
    isFilled.length > 0
      ? await loadOnce(services, db)
      : await withScratchSchema(db.url, () => loadOnce(services, db));
  if (shopId === undefined) return { loaded: false };
  await countAnalytics({ ctx: { ...services, orgId: shopId }, input: { days: 1 } });
  await endAllFirstSteps(services);
  return { loaded: true };
}

/**
 * Intermediate results are in a temporary schema: only the owner may create one, and temporary tables are not
 * allowed. Afterwards the planner's statistics are updated.
 */
async function withScratchSchema<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    // Two processes that start at once: the second waits here, then finds users.
    await owner.query("select pg_advisory_lock(728391002)");
    await owner.query("create schema if not exists demo_load authorization tarishi_system");
    const result = await work();
    await owner.query(`drop schema if exists demo_load cascade; analyze ${filled}`);
    return result;
  } finally {
    await owner.end();
  }
}

/** The shop's organisation when this call loaded the demo. */
async function loadOnce(services: LoadServices, db: Database): Promise<OrgId | undefined> {
  const { config } = services;
  return db.withSystem(async (tx) => {
    const [anyone] = await tx.select({ id: users.id }).from(users).limit(1);
    if (anyone) {
      await tx.update(users).set({ accountStatus: "active" }).where(inArray(users.email, demoSignIns));
      return undefined;
    }
    const { known, shop } = await fill(tx, services);
    if (config.meta.simulated) await introduceAccounts(services.graph, known);
    return shop;
  });
}

async function fill(
  tx: Tx,
  { clock, config, db, jobs }: Pick<Services, "config" | "clock" | "db" | "jobs">,
): Promise<{ known: KnownAccount[]; shop: OrgId }> {
  const client = clientOf(tx);
  const now = clock.now();
  const passwordHash = await hashPassword(demoLogins.password);
  // All messages are sorted in memory.
  await client.query({ text: "set local work_mem = '96MB'" });
  await client.query({ text: "set local search_path = public, demo_load" });
  await client.query({ text: sqlFunctions });
  const demo = await loadOrganisations(tx, now, passwordHash);
  const [shop, ...others] = demo;
  await loadSegments(tx, now, shop!);
  await loadContacts(tx, now, demo);
  const { senders, known } = await loadWhatsapp(tx, now, config.encryptionKeys, demo);
  const planned = [
    ...planShop(now, shop!, senders.get(shop!.orgId)!),
    ...others.flatMap((org) => (senders.has(org.orgId) ? planOther(now, org, senders.get(org.orgId)!) : [])),
  ];
  await loadCampaigns(tx, now, planned);
  for (const { orgId, id: campaignId, startedAt } of planned.filter(({ status }) => status === "scheduled"))
    await jobs.enqueue(prepareCampaignJob, { orgId, campaignId }, { tx, startAfter: startedAt });
  await loadDelivery(tx, shop!.orgId, now, linkBase({ config }));
  await loadConversations(tx, now, demo, senders);
  const inbox = { orgId: shop!.orgId, phoneNumberId: senders.get(shop!.orgId)!.phoneNumberIds[0]!, now };
  await loadDemoInbox(tx, { ...inbox, team: shop!.memberIds });
  const bot = await createDemoBot(tx, shop!.orgId, clock);
  await loadBotTalks(tx, inbox, bot);
  // Its figures are computed, as after each change.
  await jobs.enqueue(evaluateBotJob, { orgId: shop!.orgId, botId: bot.botId }, { tx });
  await loadDemoDeals(tx, shop!, now);
  await loadFiles(tx, { config, db }, shop!.orgId, shop!.createdAt);
  await loadDemoCatalogue(tx, { orgId: shop!.orgId, now, known });
  await loadRollUps(tx);
  await addDemoInvoices(tx, { db, clock }, shop!.orgId);
  await loadMoney(tx, now, demo);
  await loadPayments(tx, { now, config, sender: senders.get(shop!.orgId)! }, shop!);
  await addDemoReceipts(tx, { db }, shop!.orgId);
  await loadPartners(tx, now, shop!.orgId, passwordHash);
  await loadRecord(tx, now, demo);
  await addDeveloperDemo(tx, config, { orgId: shop!.orgId, userId: shop!.ownerId }, now);
  await loadBilling(tx, now);
  await addDemoIntegrations(tx, config, { orgId: shop!.orgId, userId: shop!.ownerId }, now);
  await loadConsole(tx, now);
  await loadPrivacy(tx, now, shop!);
  await loadInsights(tx, { now, jobs }, shop!);
  await createDemoFlows(tx, shop!.orgId, clock);
  const windows = await openWindows(tx, now);
  const withWindows = known.map((account) => {
    const own = new Set(account.numbers.map(({ id }) => id));
    return { ...account, windows: windows.filter(({ phoneNumberId }) => own.has(phoneNumberId)) };
  });
  return { known: withWindows, shop: shop!.orgId };
}
