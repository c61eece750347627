import { createHash } from "node:crypto";
import { and, eq, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import type { DataOf, EventStatus, EventType } from "#app/domain/record/eventType.ts";
import { record } from "#app/domain/record/record.server.ts";
import { recordQuality } from "#app/domain/whatsapp/accounts/recordQuality.server.ts";
import {
  displayNameReviewed,
  numberQualityChanged,
  throughputUpgraded,
  whatsappAccountReviewed,
  whatsappEnded,
  whatsappReinstated,
  whatsappRestricted,
  whatsappToBeDisabled,
  whatsappViolation,
} from "#app/domain/whatsapp/events.ts";
import { metaActor } from "#app/platform/context.ts";
import type { Reason } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { timeOf } from "./events.ts";
import { claimOnce } from "./once.server.ts";

interface AccountValue {
  event?: string;
  current_limit?: string;
  max_daily_conversations_per_business?: string | number;
  decision?: string;
  display_phone_number?: string;
  requested_verified_name?: string;
  ban_info?: { waba_ban_state?: string; waba_ban_date?: string };
  violation_info?: { violation_type?: string };
  waba_info?: { partner_app_id?: string | number };
  partner_app_id?: string | number;
}

/** A number that is also used in the WhatsApp Business app left the app, and may come back. */
const leftTheApp = "whatsapp.left_the_app";
const endedBy = sql`${whatsappAccounts.statusReason} ->> 'code'`;

interface AccountEvent {
  orgId: OrgId;
  wabaId: string;
  field: string;
  value: unknown;
  time: number | undefined;
  /** Our Meta app's. */
  appId: string;
  now: Date;
}

type Applied = "applied" | "ignored";

/** An event with the rows that it concerns. */
interface News {
  tx: Tx;
  event: AccountEvent;
  value: AccountValue;
  ofAccount: SQL | undefined;
  ofNumber: SQL | undefined;
  note<T extends EventType>(type: T, data: Omit<DataOf<T>, "account">, status?: EventStatus): Promise<void>;
}

/** Applies Meta's report on an account or number (facts/whatsapp-cloud-api.md §5.5). */
export async function applyAccountEvent(tx: Tx, event: AccountEvent): Promise<Applied> {
  const value = (event.value ?? {}) as AccountValue;
  const key = createHash("sha256")
    .update(JSON.stringify([event.field, value, event.time]))
    .digest("hex");
  if (!(await claimOnce(tx, event.orgId, `account:${event.wabaId}:${key}`))) return "ignored";
  const news = await newsOf(tx, event, value);
  switch (event.field) {
    case "account_update":
      return applyUpdate(news);
    case "account_review_update":
      await news.note(whatsappAccountReviewed, { decision: value.decision ?? null }, statusOf(value));
      return "applied";
    case "phone_number_quality_update":
      return applyQuality(news);
    case "business_capability_update":
      return (await keepLimit(tx, news.ofAccount, value, event.now)) ? "applied" : "ignored";
    case "phone_number_name_update":
      return applyName(news);
    default:
      return "ignored";
  }
}

const statusOf = ({ decision }: AccountValue): EventStatus =>
  decision === "APPROVED" ? "success" : "warning";

async function newsOf(tx: Tx, event: AccountEvent, value: AccountValue): Promise<News> {
  const { orgId, wabaId, now } = event;
  const ofAccount = and(eq(whatsappAccounts.orgId, orgId), eq(whatsappAccounts.wabaId, wabaId));
  const ofNumber = and(
    eq(phoneNumbers.orgId, orgId),
    sql`regexp_replace(${phoneNumbers.displayPhoneNumber}, '\\D', '', 'g') = ${(value.display_phone_number ?? "").replace(/\D/g, "")}`,
  );
  const [account] = await tx
    .select({ id: whatsappAccounts.id, name: whatsappAccounts.name })
    .from(whatsappAccounts)
    .where(ofAccount);
  return {
    ...{ tx, event, value, ofAccount, ofNumber },
    note: <T extends EventType>(type: T, data: Omit<DataOf<T>, "account">, status = type.status) =>
      record(tx, { orgId, actor: metaActor, clock: { now: () => now } }, type, {
        subject: account?.id ?? null,
        status,
        data: { ...data, account: account?.name ?? wabaId } as DataOf<T>,
      }),
  };
}

/** An event older than the connection is ignored: Meta retries failed deliveries for days. */
async function end(
  { tx, event, ofAccount, note }: News,
  status: "suspended" | "disconnected",
  reason: Reason,
): Promise<Applied> {
  const reportedBefore = new Date(timeOf(event.time, event.now).getTime() + 1000);
  const ended = await tx
    .update(whatsappAccounts)
    .set({
      status,
      statusReason: reason,
      ...(status === "disconnected" ? { tokenEncrypted: null, connectedAt: null } : {}),
    })
    .where(
      and(
        ofAccount,
        or(isNull(whatsappAccounts.connectedAt), lte(whatsappAccounts.connectedAt, reportedBefore)),
        ne(whatsappAccounts.status, "disconnected"),
      ),
    )
    .returning({ id: whatsappAccounts.id });
  if (ended.length > 0) await note(whatsappEnded, { status, reason });
  return "applied";
}

/**
 * Only accounts disabled by Meta are reinstated: one without a token, or disconnected by a member, is
 * unchanged.
 */
async function reinstate({ tx, ofAccount, note }: News, ended: SQL, by: "meta" | "app"): Promise<Applied> {
  const reinstated = await tx
    .update(whatsappAccounts)
    .set({ status: "connected", statusReason: null })
    .where(
      and(
        ofAccount,
        ended,
        eq(whatsappAccounts.status, "suspended"),
        isNotNull(whatsappAccounts.tokenEncrypted),
      ),
    )
    .returning({ id: whatsappAccounts.id });
  if (reinstated.length > 0) await note(whatsappReinstated, { connected: true, by }, "success");
  else await note(whatsappReinstated, { connected: false, by });
  return "applied";
}

async function applyBan(news: News): Promise<Applied> {
  const { waba_ban_state: state, waba_ban_date: date } = news.value.ban_info ?? {};
  if (state === "DISABLE") return end(news, "suspended", { code: "whatsapp.disabled_by_meta" });
  if (state === "REINSTATE") return reinstate(news, sql`${endedBy} is distinct from ${leftTheApp}`, "meta");
  if (state !== "SCHEDULE_FOR_DISABLE") return "ignored";
  await news.note(whatsappToBeDisabled, { date: date ?? null });
  return "applied";
}

async function applyUpdate(news: News): Promise<Applied> {
  const { event, value, note } = news;
  switch (value.event) {
    case "DISABLED_UPDATE":
      return applyBan(news);
    case "PARTNER_APP_UNINSTALLED":
      if (isOfOtherApp(value, event.appId)) return "ignored";
      return end(news, "disconnected", { code: "whatsapp.removed_at_meta" });
    case "ACCOUNT_DELETED":
    case "PARTNER_REMOVED":
      return end(news, "disconnected", { code: "whatsapp.removed_at_meta" });
    case "ACCOUNT_OFFBOARDED":
      return end(news, "suspended", { code: leftTheApp });
    case "ACCOUNT_RECONNECTED":
      return reinstate(news, sql`${endedBy} = ${leftTheApp}`, "app");
    case "ACCOUNT_VIOLATION":
      await note(whatsappViolation, { violation: value.violation_info?.violation_type ?? null });
      return "applied";
    case "ACCOUNT_RESTRICTION":
      await note(whatsappRestricted, {});
      return "applied";
    default:
      return "ignored";
  }
}

async function applyQuality({ tx, event, value, ofNumber, note }: News): Promise<Applied> {
  await noteNumberQuality(tx, ofNumber, event);
  const number = value.display_phone_number ?? "";
  if (value.event === "THROUGHPUT_UPGRADE") {
    await tx.update(phoneNumbers).set({ throughputPerSecond: 1000 }).where(ofNumber);
    await note(throughputUpgraded, { number, perSecond: 1000 });
  } else if (value.event === "FLAGGED" || value.event === "UNFLAGGED") {
    const qualityRating = value.event === "FLAGGED" ? "RED" : "GREEN";
    await tx.update(phoneNumbers).set({ qualityRating }).where(ofNumber);
    await note(numberQualityChanged, { number, event: value.event });
  }
  return "applied";
}

async function applyName({ tx, value, ofNumber, note }: News): Promise<Applied> {
  const { decision, requested_verified_name: name } = value;
  if (decision === "APPROVED" && name)
    await tx.update(phoneNumbers).set({ verifiedName: name }).where(ofNumber);
  await note(displayNameReviewed, { name: name ?? "", decision: decision ?? null }, statusOf(value));
  return "applied";
}

/** Stores the portfolio's messaging limit: Meta reports a tier or a count, -1 for no limit. */
async function keepLimit(
  tx: Tx,
  ofAccount: SQL | undefined,
  value: AccountValue,
  now: Date,
): Promise<boolean> {
  const limit = value.max_daily_conversations_per_business;
  if (limit === undefined) return false;
  const isUnlimited = Number(limit) === -1 || /unlimited/i.test(String(limit));
  const portfolioLimit = isUnlimited ? "TIER_UNLIMITED" : String(limit).slice(0, 40);
  await tx.update(whatsappAccounts).set({ portfolioLimit, portfolioLimitAt: now }).where(ofAccount);
  return true;
}

/** Whether the event names another app. */
function isOfOtherApp(value: AccountValue, appId: string): boolean {
  const appOfEvent = value.waba_info?.partner_app_id ?? value.partner_app_id;
  return Boolean(appOfEvent) && String(appOfEvent) !== appId;
}

/** Adds a quality report's rating and limit to the number's history. */
async function noteNumberQuality(
  tx: Tx,
  ofNumber: SQL | undefined,
  { orgId, value, time, now }: { orgId: OrgId; value: unknown; time: number | undefined; now: Date },
): Promise<void> {
  const report = (value ?? {}) as AccountValue;
  const limit = report.max_daily_conversations_per_business ?? report.current_limit;
  const tier =
    limit === undefined ? null : /^TIER_/.test(String(limit)) ? String(limit) : tierOf(Number(limit));
  const rating = report.event === "FLAGGED" ? "RED" : report.event === "UNFLAGGED" ? "GREEN" : null;
  const [number] = await tx.select({ id: phoneNumbers.phoneNumberId }).from(phoneNumbers).where(ofNumber);
  if (number)
    await recordQuality(tx, {
      orgId,
      phoneNumberId: number.id,
      at: timeOf(time, now),
      qualityRating: rating,
      messagingLimit: tier,
      source: "webhook",
    });
}

/** Meta writes a limit as a number or as its name (facts/whatsapp-cloud-api.md §5.5). */
function tierOf(people: number): string | null {
  if (people === -1) return "TIER_UNLIMITED";
  if (!Number.isInteger(people) || people <= 0) return null;
  return people >= 1000 ? `TIER_${people / 1000}K` : `TIER_${people}`;
}
