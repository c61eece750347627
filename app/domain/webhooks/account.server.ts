import { createHash } from "node:crypto";
import { and, eq, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { timeOf } from "./events.ts";
import { firstTime } from "./once.server.ts";

interface AccountValue {
  event?: string;
  decision?: string;
  display_phone_number?: string;
  requested_verified_name?: string;
  ban_info?: { waba_ban_state?: string; waba_ban_date?: string };
  violation_info?: { violation_type?: string };
  waba_info?: { partner_app_id?: string | number };
  partner_app_id?: string | number;
}

const nobody = { userId: null, ipAddress: null, userAgent: null };

/** What Meta says of an account or number (facts/whatsapp-cloud-api.md §5.5). `appId` is our own. */
export async function applyAccountEvent(
  tx: Tx,
  event: {
    orgId: OrgId;
    wabaId: string;
    field: string;
    value: unknown;
    time: number | undefined;
    appId: string;
  },
): Promise<"applied" | "ignored"> {
  const { orgId, wabaId, field } = event;
  const value = (event.value ?? {}) as AccountValue;
  const key = createHash("sha256")
    .update(JSON.stringify([field, value, event.time]))
    .digest("hex");
  if (!(await firstTime(tx, orgId, `account:${wabaId}:${key}`))) return "ignored";
  const ofAccount = and(eq(whatsappAccounts.orgId, orgId), eq(whatsappAccounts.wabaId, wabaId));
  const ofNumber = and(
    eq(phoneNumbers.orgId, orgId),
    sql`regexp_replace(${phoneNumbers.displayPhoneNumber}, '\\D', '', 'g') = ${(value.display_phone_number ?? "").replace(/\D/g, "")}`,
  );
  const note = (action: string, details: string, status: "success" | "warning" | "error" = "warning") =>
    recordActivity(
      tx,
      { orgId, actor: nobody, clock: { now: () => new Date() } },
      { type: "system", status, action, details },
    );
  /** News that is older than the connection is not about it: Meta repeats for days what it could not deliver. */
  const end = async (status: "suspended" | "disconnected", reason: string) => {
    const toldBy = new Date(timeOf(event.time).getTime() + 1000);
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
          or(isNull(whatsappAccounts.connectedAt), lte(whatsappAccounts.connectedAt, toldBy)),
          ne(whatsappAccounts.status, "disconnected"),
        ),
      )
      .returning({ id: whatsappAccounts.id });
    if (ended.length > 0) await note(`WhatsApp account ${status}`, reason, "error");
  };
  /** Only what Meta had disabled comes back: an account without a token, or one that a member disconnected, stays so. */
  const reinstate = async () => {
    const reinstated = await tx
      .update(whatsappAccounts)
      .set({ status: "connected", statusReason: null })
      .where(
        and(ofAccount, eq(whatsappAccounts.status, "suspended"), isNotNull(whatsappAccounts.tokenEncrypted)),
      )
      .returning({ id: whatsappAccounts.id });
    if (reinstated.length > 0)
      await note("WhatsApp account connected", "Meta reinstated the account", "success");
    else
      await note(
        "WhatsApp account reinstated",
        "Meta reinstated the account; its connection here stays as it was",
      );
  };

  const applyBan = async () => {
    const { waba_ban_state: state, waba_ban_date: date } = value.ban_info ?? {};
    if (state === "DISABLE")
      await end("suspended", "Meta has disabled this account. Open WhatsApp Manager to appeal.");
    else if (state === "REINSTATE") await reinstate();
    else if (state === "SCHEDULE_FOR_DISABLE")
      await note(
        "WhatsApp account to be disabled",
        `Meta will disable this account ${date ? `on ${date}` : "soon"}. Open WhatsApp Manager now to appeal.`,
      );
    else return "ignored";
    return "applied";
  };

  switch (field) {
    case "account_update":
      switch (value.event) {
        case "DISABLED_UPDATE":
          return applyBan();
        case "ACCOUNT_DELETED":
        case "PARTNER_REMOVED":
        case "PARTNER_APP_UNINSTALLED":
          if (value.event === "PARTNER_APP_UNINSTALLED" && isOfOtherApp(value, event.appId)) return "ignored";
          await end("disconnected", "The account was removed from this platform in Meta's settings.");
          return "applied";
        case "ACCOUNT_VIOLATION":
          await note(
            "Policy violation",
            `Meta reports: ${value.violation_info?.violation_type ?? "no details"}`,
          );
          return "applied";
        case "ACCOUNT_RESTRICTION":
          await note(
            "Account restricted",
            "Meta has restricted this account. Open WhatsApp Manager for details.",
          );
          return "applied";
        default:
          return "ignored";
      }
    case "account_review_update":
      await note(
        "Account review",
        `Meta decided: ${value.decision ?? "unknown"}`,
        value.decision === "APPROVED" ? "success" : "warning",
      );
      return "applied";
    case "phone_number_quality_update":
      if (value.event === "THROUGHPUT_UPGRADE") {
        await tx.update(phoneNumbers).set({ throughputPerSecond: 1000 }).where(ofNumber);
        await note(
          "Throughput upgraded",
          `${value.display_phone_number} may now send 1,000 messages a second`,
          "success",
        );
      } else if (value.event === "FLAGGED" || value.event === "UNFLAGGED") {
        await tx
          .update(phoneNumbers)
          .set({ qualityRating: value.event === "FLAGGED" ? "RED" : "GREEN" })
          .where(ofNumber);
        await note("Number quality", `${value.display_phone_number}: ${value.event.toLowerCase()}`);
      }
      return "applied";
    case "phone_number_name_update":
      if (value.decision === "APPROVED" && value.requested_verified_name) {
        await tx.update(phoneNumbers).set({ verifiedName: value.requested_verified_name }).where(ofNumber);
      }
      await note(
        "Display name",
        `Meta decided on “${value.requested_verified_name}”: ${value.decision}`,
        value.decision === "APPROVED" ? "success" : "warning",
      );
      return "applied";
    default:
      return "ignored";
  }
}

/** Whether an event names an app that is not ours. */
function isOfOtherApp(value: AccountValue, appId: string): boolean {
  const told = value.waba_info?.partner_app_id ?? value.partner_app_id;
  return Boolean(told) && String(told) !== appId;
}
