import { and, eq, gt } from "drizzle-orm";
import { formDrafts } from "#app/db/schema/identity.ts";
import type { UserContext } from "#app/platform/context.ts";
import { openSecret } from "#app/platform/secretBox.server.ts";
import { draftBoundTo, type FormDraft, formDraft } from "./schemas.ts";

/** What the user had typed when their session ended, which is deleted; null for what is over or somebody else's. */
export async function takeFormDraft({
  ctx,
  input: { draftId },
}: {
  ctx: UserContext;
  input: { draftId: string };
}): Promise<{ draft: FormDraft | null }> {
  const { userId } = ctx.session;
  const [row] = await ctx.db.withSystem((tx) =>
    tx
      .delete(formDrafts)
      .where(
        and(
          eq(formDrafts.id, draftId),
          eq(formDrafts.userId, userId),
          gt(formDrafts.expiresAt, ctx.clock.now()),
        ),
      )
      .returning({ formEncrypted: formDrafts.formEncrypted }),
  );
  if (!row) return { draft: null };
  const text = openSecret(ctx.config.encryptionKeys, draftBoundTo(draftId, userId), row.formEncrypted);
  return { draft: formDraft.parse(JSON.parse(text)) };
}
