import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { listNumbers } from "#app/domain/whatsapp/accounts/queries.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { type HandsetConversation, readHandset } from "#app/providers/meta/handset.server.ts";

const offeredPhones = 30;
const consideredMessages = 500;

type Ctx = Pick<OrgContext, "config" | "db" | "graph" | "orgId">;

/** @throws DomainError `handset.not_found` outside of the sandbox. */
export function requireSandbox(ctx: Pick<OrgContext, "config">): void {
  if (!ctx.config.demo || !ctx.config.meta.simulated) throw notFound("Handset");
}

/**
 * A customer's phone, limited to conversations with this organisation's numbers. `phones` are its own
 * contacts, latest conversation first. @throws DomainError `handset.not_found` outside of the sandbox.
 */
export async function getHandset(ctx: Ctx, phone: string | undefined) {
  requireSandbox(ctx);
  const numbers = await listNumbers(ctx);
  const phones = await recentPhones(ctx);
  const shown = phone ?? phones[0]?.phone ?? null;
  const all = shown === null ? [] : await readHandset(ctx.graph, shown);
  const own = new Set(numbers.map(({ phoneNumberId }) => phoneNumberId));
  const known = all
    .filter(({ phoneNumberId }) => own.has(phoneNumberId))
    // Failed messages never arrived on this phone.
    .map((one) => ({ ...one, messages: one.messages.filter(({ status }) => status !== "failed") }));
  const silent = numbers
    .filter(
      ({ phoneNumberId, sendable }) => sendable && !known.some((c) => c.phoneNumberId === phoneNumberId),
    )
    .map(
      ({ phoneNumberId, displayPhoneNumber, verifiedName }): HandsetConversation => ({
        phoneNumberId,
        displayPhoneNumber,
        verifiedName,
        messages: [],
      }),
    );
  return { phones, phone: shown, conversations: [...known, ...silent] };
}

async function recentPhones(ctx: Ctx): Promise<{ phone: string; name: string }[]> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const latest = await tx
      .select({ contactId: messages.contactId })
      .from(messages)
      .where(eq(messages.orgId, ctx.orgId))
      .orderBy(desc(messages.id))
      .limit(consideredMessages);
    const ids = [...new Set(latest.flatMap(({ contactId }) => contactId ?? []))].slice(0, offeredPhones);
    const withPhone = and(eq(contacts.orgId, ctx.orgId), isNotNull(contacts.phone));
    const columns = { id: contacts.id, phone: contacts.phone, name: contacts.name };
    const recent =
      ids.length === 0
        ? []
        : await tx
            .select(columns)
            .from(contacts)
            .where(and(withPhone, inArray(contacts.id, ids)));
    const newest = await tx
      .select(columns)
      .from(contacts)
      .where(withPhone)
      .orderBy(desc(contacts.createdAt), desc(contacts.id))
      .limit(offeredPhones);
    const sorted = recent.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    const others = newest.filter(({ id }) => !ids.includes(id));
    return [...sorted, ...others]
      .slice(0, offeredPhones)
      .map(({ phone, name }) => ({ phone: phone ?? "", name }));
  });
}
