import { and, eq, gt } from "drizzle-orm";
import { formDrafts } from "#app/db/schema/accounts/sessions.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { openSecret } from "#app/platform/secrets/secretBox.server.ts";
import { draftBoundTo, type FormDraft, formDraft } from "./schemas.ts";

/**
 * Returns and deletes the form typed when the user's session ended. @throws DomainError
 * `form_draft.not_found`
 */
export async function consumeFormDraft({
  ctx,
  input: { draftId },
}: Call<{ draftId: string }, UserContext>): Promise<{ draft: FormDraft }> {
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
  if (!row) throw notFound("Form draft");
  const text = openSecret(ctx.config.encryptionKeys, draftBoundTo(draftId, userId), row.formEncrypted);
  return { draft: formDraft.parse(JSON.parse(text)) };
}
