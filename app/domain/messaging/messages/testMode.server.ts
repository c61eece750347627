import { and, desc, eq, lt } from "drizzle-orm";
import { testMessages } from "#app/db/schema/developers.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { kindOfLink, requireGoodLink } from "#app/domain/messaging/media/fromLink.server.ts";
import { sendableFile } from "#app/domain/messaging/media/own.server.ts";
import { type FileToSend, requireOneSource } from "#app/domain/messaging/media/sendFile.server.ts";
import { storeTestEvents } from "#app/domain/record/webhooks/events.server.ts";
import { notDeleted } from "#app/domain/whatsapp/templates/queries.server.ts";
import { missingVariables, renderTemplate, variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { isKnownCode } from "./reasons.ts";
import { type MessageToSend, recipientOf, requireContent, valuesOf } from "./send.server.ts";

/** `+254…131026` fails as Meta's error 131026 does; every other number gets its message. */
const errorOf = (phone: string): number | null => {
  const code = Number(phone.slice(-6));
  return code > 100_000 && isKnownCode(code) ? code : null;
};

/**
 * Takes a message with a test key: checked as a live one, kept apart, never sent and never charged. What would become of
 * it is known at once, and told to the endpoints of the test mode.
 */
export async function sendTestMessage({ ctx, input }: { ctx: OrgContext; input: MessageToSend }) {
  requireContent(input);
  const recipient = recipientOf(input.to);
  const errorCode = errorOf(recipient);
  const file = input.media && (await fileOf(ctx, input.media));
  const body = file ? (input.media?.caption ?? "") : (input.text ?? (await renderedBody(ctx, input)));
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const now = ctx.clock.now();
    const [made] = await tx
      .insert(testMessages)
      .values({
        orgId: ctx.orgId,
        id: newId("msg", now.getTime()),
        type: file?.kind ?? (input.template === undefined ? "text" : "template"),
        status: errorCode === null ? "delivered" : "failed",
        recipient,
        template: input.template ?? null,
        body,
        mediaId: file?.id ?? null,
        errorCode,
        onceKey: input.key,
        createdAt: now,
      })
      .onConflictDoNothing({ target: [testMessages.orgId, testMessages.onceKey] })
      .returning();
    if (made) {
      await storeTestEvents(tx, ctx.orgId, made);
      return made;
    }
    const [known] = await tx
      .select()
      .from(testMessages)
      .where(and(eq(testMessages.orgId, ctx.orgId), eq(testMessages.onceKey, input.key)));
    return known!;
  });
}

/** A file that was uploaded with a test key; one behind a link is not fetched. */
async function fileOf(
  ctx: OrgContext,
  file: FileToSend,
): Promise<{ id: string | null; kind: TestMessage["type"] }> {
  requireOneSource(file);
  const { id, link } = file;
  if (id === undefined) {
    requireGoodLink(ctx, link!);
    return { id: null, kind: kindOfLink(link!) };
  }
  return ctx.db.withOrg(ctx.orgId, (tx) => sendableFile(tx, ctx, { mediaId: id, mode: "test" }));
}

async function renderedBody(ctx: OrgContext, input: MessageToSend): Promise<string> {
  const [template] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ components: templates.components })
      .from(templates)
      .where(
        and(
          eq(templates.orgId, ctx.orgId),
          eq(templates.name, input.template ?? ""),
          notDeleted,
          input.language === undefined ? undefined : eq(templates.language, input.language),
        ),
      )
      .limit(1),
  );
  if (!template) throw notFound("Template");
  const values = valuesOf(variablesOf(template.components), input);
  if (missingVariables(template.components, values).length > 0)
    throw messagingError("template.variables_missing");
  return renderTemplate(template.components, values).body;
}

export type TestMessage = typeof testMessages.$inferSelect;

/** Newest first, one more than `limit`. */
export async function listTestMessages({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { limit: number; after?: string | undefined };
}): Promise<TestMessage[]> {
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(testMessages)
      .where(
        and(
          eq(testMessages.orgId, ctx.orgId),
          input.after === undefined ? undefined : lt(testMessages.id, input.after),
        ),
      )
      .orderBy(desc(testMessages.id))
      .limit(input.limit + 1),
  );
}

/** @throws DomainError `message.not_found` */
export async function getTestMessage({ ctx, input }: { ctx: OrgContext; input: { messageId: string } }) {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(testMessages)
      .where(and(eq(testMessages.orgId, ctx.orgId), eq(testMessages.id, input.messageId))),
  );
  if (!row) throw notFound("Message");
  return row;
}
