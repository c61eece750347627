import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { prepareOnce, type Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { monthlyUsage } from "#app/db/schema/money/ledger.ts";
import { featureSwitches, organisations } from "#app/db/schema/organisations/organisations.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import type { SessionContext, UserContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { monthOf } from "#app/platform/time/calendar.ts";
import { avatarPath } from "./avatarPath.ts";

/** The features that staff switched off for the organisation, until when and why. */
const switchedOff = sql<
  { feature: (typeof featureSwitches.$inferSelect)["feature"]; endsAt: string; reason: string }[]
>`(
  select coalesce(json_agg(json_build_object('feature', w.feature, 'endsAt', w.ends_at, 'reason', w.reason)), '[]')
  from ${featureSwitches} w where w.org_id = ${organisations.id} and w.ended_at is null)`;

const person = alias(users, "person");

const shownOf = (of: typeof person) => ({
  id: of.id,
  email: of.email,
  firstName: of.firstName,
  lastName: of.lastName,
  avatar: of.avatar,
  usertype: of.usertype,
  phoneNumber: of.phoneNumber,
  createdAt: of.createdAt,
  lastLogin: of.lastLogin,
  accountStatus: of.accountStatus,
  isVerified: of.isVerified,
  liteMode: of.liteMode,
  locale: of.locale,
});

/** A user with their current organisation, as the frame of every screen shows them; not yet queried. */
export const accountOf = (tx: Tx, { userId, orgId }: { userId: SQL; orgId: SQL }) =>
  tx
    .select({
      user: shownOf(person),
      org: organisations,
      businessId: whatsappAccounts.businessId,
      number: phoneNumbers.displayPhoneNumber,
      switchedOff,
    })
    .from(person)
    .leftJoin(organisations, eq(organisations.id, orgId))
    .leftJoin(
      whatsappAccounts,
      and(eq(whatsappAccounts.orgId, organisations.id), eq(whatsappAccounts.status, "connected")),
    )
    .leftJoin(
      phoneNumbers,
      and(
        eq(phoneNumbers.orgId, whatsappAccounts.orgId),
        eq(phoneNumbers.whatsappAccountId, whatsappAccounts.id),
      ),
    )
    .where(eq(person.id, userId))
    .limit(1);

const currentUser = prepareOnce((tx) =>
  accountOf(tx, {
    userId: sql`${sql.placeholder("userId")}`,
    orgId: sql`${sql.placeholder("orgId")}`,
  }).prepare("current_user"),
);

type Account = Awaited<ReturnType<typeof accountOf>>[number];

/** The row read together with the session. */
const accounts = new WeakMap<SessionContext, Account>();

export function withAccount(session: SessionContext, account: Account | undefined): SessionContext {
  if (account) accounts.set(session, account);
  return session;
}

/** The content of the support banner. */
function supportOf({ session: { support }, clock }: UserContext) {
  if (!support) return null;
  const minutesLeft = Math.max(1, Math.ceil((support.endsAt.getTime() - clock.now().getTime()) / 60_000));
  return { staff: support.staffEmail, acting: support.acting, minutesLeft };
}

async function readAccount(ctx: UserContext): Promise<Account> {
  const { userId, orgId = null } = ctx.session;
  const known = accounts.get(ctx.session);
  const [found] = known ? [known] : await currentUser(ctx.db.systemReads).execute({ userId, orgId });
  if (!found) throw notFound("User");
  return found;
}

function shownUser(ctx: UserContext, found: Account) {
  const { user, org } = found;
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    businessName: org?.name ?? "",
    avatar: avatarPath(user.avatar),
    usertype: user.usertype,
    role: ctx.session.memberRole ?? null,
    staffRole: ctx.session.staffRole ?? null,
    suspension: ctx.session.suspension ?? null,
    switchedOff: found.switchedOff,
    support: supportOf(ctx),
    phoneNumber: user.phoneNumber ?? "",
    businessId: found.businessId ?? "",
    whatsappNumber: found.number ?? "",
    createdAt: user.createdAt,
    lastLogin: user.lastLogin,
    accountStatus: user.accountStatus,
    planType: org?.planType ?? "Starter",
    billingType: org?.billingType ?? "postpaid",
    messageLimit: org?.messageLimit ?? 1000,
    isVerified: user.isVerified,
    liteMode: user.liteMode,
    locale: user.locale ?? org?.locale ?? null,
    organisationLocale: org?.locale ?? null,
    seesFirstSteps: org !== null && org.firstStepsEndedAt === null,
    hasSecondFactor: ctx.session.hasSecondFactor,
  };
}

/** The signed-in user, as the frame of every screen shows them. */
export const getShownUser = async (ctx: UserContext) => shownUser(ctx, await readAccount(ctx));

/** The same, with the messages that were delivered this month. */
export async function getCurrentUser(ctx: UserContext) {
  const account = await readAccount(ctx);
  const { orgId } = ctx.session;
  const [usage] = orgId
    ? await ctx.db.systemReads
        .select({ delivered: monthlyUsage.delivered })
        .from(monthlyUsage)
        .where(
          and(
            eq(monthlyUsage.orgId, orgId),
            eq(monthlyUsage.month, monthOf(ctx.clock.now(), account.org?.timezone)),
          ),
        )
    : [];
  return { ...shownUser(ctx, account), messagesUsed: usage?.delivered ?? 0 };
}
