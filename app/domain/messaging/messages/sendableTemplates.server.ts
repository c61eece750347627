import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { findContact } from "#app/domain/contacts/find.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { readMessagePrice } from "#app/domain/money/messagePrice/read.server.ts";
import { quote } from "#app/domain/money/quote.server.ts";
import { connectedNumbers, findOwnNumber } from "#app/domain/whatsapp/numbers/find.server.ts";
import { statusesOf } from "#app/domain/whatsapp/templates/status.ts";
import { unsupportedPart } from "#app/domain/whatsapp/templates/unsupported.ts";
import { renderTemplate, variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { withContact, withNumber } from "./joins.ts";
import { refusalOf } from "./templateRules.ts";

const most = 500;

/**
 * The templates that may go to the contact of a conversation now: approved, of the number's WhatsApp account, sendable
 * from here, and allowed by what the contact agreed to. Each with its text, variables still visible; and what one costs.
 * @throws DomainError `conversation.not_found`
 */
export async function listSendableTemplates(ctx: OrgContext, input: { conversationId: string }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await tx
      .select({ contact: contacts, accountId: phoneNumbers.whatsappAccountId })
      .from(conversations)
      .innerJoin(contacts, withContact)
      .leftJoin(phoneNumbers, withNumber)
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, input.conversationId)));
    if (!row) throw notFound("Conversation");
    return templatesFor(tx, ctx, row.contact, row.accountId);
  });
}

/**
 * The same for a contact, from the number `phoneNumberId` if it is connected, else from the first that is; with the numbers to
 * choose from.
 * @throws DomainError `contact.not_found`, `whatsapp_number.not_found`
 */
export async function listTemplatesForContact(
  ctx: OrgContext,
  input: { contactId: string; phoneNumberId?: string | undefined },
) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const contact = await findContact(tx, ctx.orgId, input.contactId);
    if (input.phoneNumberId !== undefined) await findOwnNumber(tx, ctx.orgId, input.phoneNumberId);
    const numbers = await connectedNumbers(tx, ctx.orgId);
    const from = numbers.find(({ phoneNumberId }) => phoneNumberId === input.phoneNumberId) ?? numbers[0];
    return {
      ...(await templatesFor(tx, ctx, contact, from?.accountId ?? null)),
      phoneNumberId: from?.phoneNumberId ?? null,
      numbers: numbers.map(({ accountId: _, ...number }) => number),
    };
  });
}

async function templatesFor(
  tx: Tx,
  ctx: OrgContext,
  contact: typeof contacts.$inferSelect,
  accountId: string | null,
) {
  const approved = accountId
    ? await tx
        .select()
        .from(templates)
        .where(
          and(
            eq(templates.orgId, ctx.orgId),
            eq(templates.whatsappAccountId, accountId),
            inArray(templates.status, statusesOf.approved),
          ),
        )
        .orderBy(asc(templates.name), asc(templates.language))
        .limit(most)
    : [];
  const refusals = approved.map((template) => refusalOf(contact, template.category));
  const allowed = approved.filter((_, index) => refusals[index] === null);
  const price = await quote(tx, { orgId: ctx.orgId, messages: 1, at: ctx.clock.now() });
  return {
    contact: {
      name: nameOf(contact.name, contact.phone, contact.username),
      optedOutAt: contact.optedOutAt,
      consent: contact.consent,
      isReachable: contact.phone !== null || contact.waId !== null || contact.bsuid !== null,
    },
    templates: allowed
      .filter((template) => unsupportedPart(template.components) === null)
      .map(({ id, name, language, category, components }) => ({
        id,
        name,
        language,
        category,
        preview: renderTemplate(components, {}),
        variables: variablesOf(components),
      })),
    /** Approved marketing templates that the contact has not agreed to. */
    withheld: refusals.filter((refusal) => refusal && refusal.code !== "conversation.no_phone").length,
    price,
    messagePrice: await readMessagePrice(tx, price.priceCentsPerMessage, ctx.clock.now()),
  };
}
