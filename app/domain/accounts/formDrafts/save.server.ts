import type { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { formDrafts } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { countHit } from "#app/domain/accounts/rateLimits/countHit.server.ts";
import type { Call, VisitorContext } from "#app/platform/context.ts";
import { openFormOwner } from "#app/platform/forms/formOwner.server.ts";
import { randomToken } from "#app/platform/secrets/random.ts";
import { sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import { readFields } from "./readFields.server.ts";
import { draftBoundTo, type FormDraft, formDraftMinutes } from "./schemas.ts";

const perUser = { max: 30, windowSeconds: 3600 };

/**
 * Stores a form that was sent after its session expired, for the user that the form was rendered for.
 * Secrets and files are left out. `draftId` is null when nothing was stored: the form names no known user, or
 * is not ours.
 */
export async function saveFormDraft({
  ctx,
  input: { postedTo, page, source },
}: Call<
  { postedTo: string; page: string; source: { body: Readable; contentType: string } },
  VisitorContext
>): Promise<{ draftId: string | null }> {
  const posted = await readFields(source.body, source.contentType);
  const owner = posted?.token.slice(posted.token.indexOf(".") + 1);
  const userId = owner && openFormOwner(ctx.config.sessionSecret, owner);
  if (!posted || !userId) return { draftId: null };
  await countHit(ctx, `form-draft:${userId}`, perUser);
  const draftId = randomToken(16);
  const { fields, hadFiles } = posted;
  const draft: FormDraft = { postedTo, page, fields, hadFiles };
  const now = ctx.clock.now();
  return ctx.db.withSystem(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) return { draftId: null };
    await tx.insert(formDrafts).values({
      id: draftId,
      userId,
      formEncrypted: sealSecret(
        ctx.config.encryptionKeys,
        draftBoundTo(draftId, userId),
        JSON.stringify(draft),
      ),
      createdAt: now,
      expiresAt: new Date(now.getTime() + formDraftMinutes * 60_000),
    });
    return { draftId };
  });
}
