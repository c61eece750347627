import { and, asc, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { phoneNumbers, templates } from "#app/db/schema/whatsapp.ts";
import { renderTemplate, unsupportedPart, variablesOf } from "#app/domain/templates/variables.ts";
import { notFound } from "#app/shared/errors.ts";
import { nameOf } from "./queries.server.ts";
import { refusalOf } from "./templateRules.ts";

const most = 500;

/**
 * The templates that may go to the contact of a conversation now: approved, of the number's WhatsApp account, sendable
 * from here, and allowed by what the contact agreed to. Each with its text, variables still visible.
 * @throws DomainError `conversation.not_found`
 */
export async function listSendableTemplates(ctx: OrgContext, input: { conversationId: string }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await tx
      .select({ contact: contacts, accountId: phoneNumbers.whatsappAccountId })
      .from(conversations)
      .innerJoin(
        contacts,
        and(eq(contacts.orgId, conversations.orgId), eq(contacts.id, conversations.contactId)),
      )
      .leftJoin(
        phoneNumbers,
        and(
          eq(phoneNumbers.orgId, conversations.orgId),
          eq(phoneNumbers.phoneNumberId, conversations.phoneNumberId),
        ),
      )
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, input.conversationId)));
    if (!row) throw notFound("Conversation");
    const { contact, accountId } = row;
    const approved = accountId
      ? await tx
          .select()
          .from(templates)
          .where(
            and(
              eq(templates.orgId, ctx.orgId),
              eq(templates.whatsappAccountId, accountId),
              eq(templates.status, "APPROVED"),
            ),
          )
          .orderBy(asc(templates.name), asc(templates.language))
          .limit(most)
      : [];
    const allowed = approved.filter((template) => refusalOf(contact, template.category) === null);
    return {
      contact: {
        name: nameOf(contact.name, contact.phone),
        optedOutAt: contact.optedOutAt,
        consent: contact.consent,
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
      withheld: approved.length - allowed.length,
    };
  });
}
