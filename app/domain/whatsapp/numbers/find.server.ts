import { and, asc, eq, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { withAccount } from "#app/domain/whatsapp/joins.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Numbers that can send, oldest first. */
export function connectedNumbers(tx: Tx, orgId: OrgId) {
  return tx
    .select({
      phoneNumberId: phoneNumbers.phoneNumberId,
      displayPhoneNumber: phoneNumbers.displayPhoneNumber,
      verifiedName: phoneNumbers.verifiedName,
      accountId: phoneNumbers.whatsappAccountId,
    })
    .from(phoneNumbers)
    .innerJoin(whatsappAccounts, withAccount)
    .where(
      and(
        eq(phoneNumbers.orgId, orgId),
        eq(phoneNumbers.status, "CONNECTED"),
        eq(whatsappAccounts.status, "connected"),
      ),
    )
    .orderBy(asc(phoneNumbers.createdAt), asc(phoneNumbers.id));
}

/** Numbers of accounts that are not disconnected, oldest first, not yet queried, with what decides whether they can send. */
export const usableNumbers = (tx: Tx, orgId: OrgId) =>
  tx
    .select({
      phoneNumberId: phoneNumbers.phoneNumberId,
      displayPhoneNumber: phoneNumbers.displayPhoneNumber,
      verifiedName: phoneNumbers.verifiedName,
      status: phoneNumbers.status,
      account: whatsappAccounts.status,
    })
    .from(phoneNumbers)
    .innerJoin(whatsappAccounts, withAccount)
    .where(and(eq(phoneNumbers.orgId, orgId), ne(whatsappAccounts.status, "disconnected")))
    .orderBy(asc(phoneNumbers.createdAt), asc(phoneNumbers.id));

/** A number of the organisation, connected or not. @throws DomainError `whatsapp_number.not_found` */
export async function findOwnNumber(tx: Tx, orgId: OrgId, phoneNumberId: string) {
  const [number] = await tx
    .select({ phoneNumberId: phoneNumbers.phoneNumberId })
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId)));
  if (!number) throw notFound("WhatsApp number");
  return number;
}
