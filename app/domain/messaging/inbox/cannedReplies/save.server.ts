import { and, eq } from "drizzle-orm";
import { cannedReplies } from "#app/db/schema/messaging/inbox.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { cannedReplyChanged, cannedReplyCreated, cannedReplyDeleted } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { type ActionsInput, actionsOf } from "./actions.server.ts";
import { unknownVariables } from "./fill.ts";
import { usable } from "./queries.server.ts";

interface Reply extends ActionsInput {
  title: string;
  body: string;
  sharing: "team" | "personal";
}

/** `mayShare`: whether the caller may write what the whole team uses. */
type Sharing<Input> = Call<Input & { mayShare: boolean }>;

/**
 * Creates a canned reply, or with actions a macro. @throws DomainError `canned_reply.unknown_variable`,
 * `canned_reply.title_taken`, `canned_reply.managers_only`, `member.not_found`
 */
export async function createCannedReply({ ctx, input }: Sharing<Reply>) {
  check(input);
  const cannedReplyId = newId("crp", ctx.clock.now().getTime());
  await translated(() =>
    ctx.db.withOrg(ctx.orgId, async (tx) => {
      await tx.insert(cannedReplies).values({
        orgId: ctx.orgId,
        id: cannedReplyId,
        ownerUserId: input.sharing === "team" ? null : userOf(ctx.actor),
        title: input.title,
        body: input.body,
        actions: await actionsOf(tx, ctx, input),
        createdBy: userOf(ctx.actor),
        createdAt: ctx.clock.now(),
      });
      await record(tx, ctx, cannedReplyCreated, {
        subject: cannedReplyId,
        data: { reply: input.title, sharing: input.sharing },
      });
    }),
  );
  return { cannedReplyId };
}

/** Replaces a canned reply. @throws DomainError `canned_reply.not_found`, and those of `createCannedReply` */
export async function updateCannedReply({ ctx, input }: Sharing<Reply & { cannedReplyId: string }>) {
  const mine = and(usable(ctx), eq(cannedReplies.id, input.cannedReplyId));
  await translated(() =>
    ctx.db.withOrg(ctx.orgId, async (tx) => {
      const [known] = await tx.select().from(cannedReplies).where(mine).for("update");
      if (!known) throw notFound("Canned reply");
      if (known.ownerUserId === null && !input.mayShare) throw managersOnly();
      check(input);
      await tx
        .update(cannedReplies)
        .set({
          title: input.title,
          body: input.body,
          actions: await actionsOf(tx, ctx, input),
          ownerUserId: input.sharing === "team" ? null : (known.ownerUserId ?? userOf(ctx.actor)),
        })
        .where(mine);
      await record(tx, ctx, cannedReplyChanged, {
        subject: input.cannedReplyId,
        data: { reply: input.title, sharing: input.sharing },
      });
    }),
  );
  return { cannedReplyId: input.cannedReplyId };
}

/** Deletes a canned reply. @throws DomainError `canned_reply.not_found`, `canned_reply.managers_only` */
export async function deleteCannedReply({ ctx, input }: Sharing<{ cannedReplyId: string }>) {
  const mine = and(usable(ctx), eq(cannedReplies.id, input.cannedReplyId));
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [gone] = await tx.delete(cannedReplies).where(mine).returning();
    if (!gone) throw notFound("Canned reply");
    if (gone.ownerUserId === null && !input.mayShare) throw managersOnly();
    await record(tx, ctx, cannedReplyDeleted, {
      subject: gone.id,
      data: { reply: gone.title, sharing: gone.ownerUserId === null ? "team" : "personal" },
    });
  });
  return { removed: true };
}

const managersOnly = () => messagingError("canned_reply.managers_only");

function check(input: Reply & { mayShare: boolean }): void {
  if (input.sharing === "team" && !input.mayShare) throw managersOnly();
  const unknown = unknownVariables(input.body);
  if (unknown.length === 0) return;
  throw messagingError("canned_reply.unknown_variable", {
    fields: { body: m.errors_canned_reply_unknown_variable({ name: unknown[0] ?? "" }) },
  });
}

async function translated(save: () => Promise<void>): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw messagingError("canned_reply.title_taken", {
      fields: { title: m.errors_canned_reply_title_taken_field() },
    });
  }
}
