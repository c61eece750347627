import { and, count, desc, eq, inArray, isNotNull, isNull, ne, type SQLWrapper, sql } from "drizzle-orm";
import { prepareOnce } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { analyticsCounts } from "#app/db/schema/insights/counts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { hourlyTotals } from "#app/db/schema/messaging/messages.ts";
import { events } from "#app/db/schema/record/events.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { entryColumns, entryOf } from "#app/domain/insights/activity/entry.server.ts";
import { agentOf, visibleTo } from "#app/domain/insights/activity/visible.server.ts";
import { canSend } from "#app/domain/whatsapp/accounts/canSend.ts";
import { accountReasonWords } from "#app/domain/whatsapp/accounts/reasonWords.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import { statusesOf } from "#app/domain/whatsapp/templates/status.ts";
import type { MemberContext } from "#app/platform/context.ts";

const recentEntries = 6;
/** So many are counted for the page; of more, the number that was counted last is shown. */
const countedContacts = 20_000;

/** A statement that gives one number, as a column of another. */
const one = (statement: SQLWrapper) => sql<number>`(${statement})`;
const orgId = sql.placeholder("orgId");

/** All in one statement: the figures, next to the account that sends, next to each recent entry. */
const overviewOf = prepareOnce((tx) => {
  const figures = tx
    .select({
      messagesSent: one(
        tx
          .select({ total: sql`coalesce(sum(${hourlyTotals.count}), 0)::bigint` })
          .from(hourlyTotals)
          .where(
            and(
              eq(hourlyTotals.orgId, orgId),
              eq(hourlyTotals.direction, "out"),
              eq(hourlyTotals.state, "accepted"),
            ),
          ),
      ).as("messages_sent"),
      activeContacts: one(
        tx.select({ total: count() }).from(
          tx
            .select({ one: sql`1`.as("one") })
            .from(contacts)
            .where(and(eq(contacts.orgId, orgId), isNull(contacts.optedOutAt)))
            .limit(countedContacts + 1)
            .as("some_contacts"),
        ),
      ).as("active_contacts"),
      contactsCounted: one(
        tx
          .select({ total: analyticsCounts.activeContacts })
          .from(analyticsCounts)
          .where(eq(analyticsCounts.orgId, orgId)),
      ).as("contacts_counted"),
      suspendedAccounts: one(
        tx
          .select({ total: count() })
          .from(whatsappAccounts)
          .where(and(eq(whatsappAccounts.orgId, orgId), eq(whatsappAccounts.status, "suspended"))),
      ).as("suspended_accounts"),
      campaigns: one(tx.select({ total: count() }).from(campaigns).where(eq(campaigns.orgId, orgId))).as(
        "campaigns",
      ),
      templates: count().as("templates"),
      approvedTemplates:
        sql<number>`count(*) filter (where ${inArray(templates.status, statusesOf.approved)})`.as(
          "approved_templates",
        ),
    })
    .from(templates)
    .where(and(eq(templates.orgId, orgId), notDeleted))
    .as("figures");
  const account = tx
    .select({
      status: whatsappAccounts.status,
      reason: whatsappAccounts.statusReason,
      number: phoneNumbers.displayPhoneNumber,
      verifiedName: phoneNumbers.verifiedName,
      qualityRating: phoneNumbers.qualityRating,
      numberStatus: sql<string | null>`${phoneNumbers.status}`.as("number_status"),
    })
    .from(whatsappAccounts)
    .leftJoin(
      phoneNumbers,
      and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.whatsappAccountId, whatsappAccounts.id)),
    )
    .where(and(eq(whatsappAccounts.orgId, orgId), ne(whatsappAccounts.status, "disconnected")))
    .orderBy(
      sql`${whatsappAccounts.status} = 'connected' desc`,
      sql`${phoneNumbers.status} = 'CONNECTED' desc nulls last`,
      sql`${whatsappAccounts.status} = 'suspended' desc`,
      sql`${phoneNumbers.registeredAt} desc nulls last`,
    )
    .limit(1)
    .as("account");
  const entry = tx
    .select(entryColumns)
    .from(events)
    .where(and(eq(events.orgId, orgId), isNotNull(events.type), visibleTo(sql.placeholder("agentId"))))
    .orderBy(desc(events.at), desc(events.id))
    .limit(recentEntries)
    .as("entry");
  return tx
    .select()
    .from(figures)
    .leftJoin(account, sql`true`)
    .leftJoin(entry, sql`true`)
    .orderBy(desc(entry.timestamp), desc(entry.id))
    .prepare("dashboard");
});

/**
 * The figures of the overview. `messagesSent` counts what Meta accepted, `activeContacts` contacts that are
 * not opted out. `accountStatus` is `Setup` until a number can send, and `Suspended` when Meta disabled the
 * account or refuses our access to it.
 */
export async function getDashboard(ctx: MemberContext) {
  const values = { orgId: ctx.orgId, agentId: agentOf(ctx) };
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) => overviewOf(tx).execute(values));
  const { figures, account } = rows[0]!;
  const connected = account !== null && canSend(account, { status: account.numberStatus });
  const { contactsCounted, ...others } = figures;
  return {
    ...others,
    activeContacts: Math.max(
      figures.activeContacts,
      figures.activeContacts > countedContacts ? (contactsCounted ?? 0) : 0,
    ),
    accountStatus: connected
      ? ("Active" as const)
      : account?.status === "suspended"
        ? ("Suspended" as const)
        : ("Setup" as const),
    whatsapp: account ? { ...account, reason: accountReasonWords(account.reason), connected } : null,
    recentActivity: rows.flatMap(({ entry }) => (entry ? recent(entryOf(entry)) : [])),
  };
}

const recent = ({ id, type, status, action, details, timestamp }: ReturnType<typeof entryOf>) => ({
  id,
  type,
  status,
  action,
  details,
  timestamp,
});
