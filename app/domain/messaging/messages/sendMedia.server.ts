import { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { uploadMediaJob } from "#app/domain/messaging/jobs.ts";
import { inspectForSending, refuseVirus } from "#app/domain/messaging/media/inspect.server.ts";
import { maxCaptionLength } from "#app/domain/messaging/media/kinds.ts";
import { type SentForm, saveSentForm } from "#app/domain/messaging/media/saveSentForm.server.ts";
import { deleteStored, type StoredFile, storeForSending } from "#app/domain/messaging/media/store.server.ts";
import { rewrapVoice } from "#app/domain/messaging/media/voice/rewrap.server.ts";
import { readableBody } from "#app/domain/whatsapp/webhookEvents/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import type { UploadSource } from "#app/platform/files/saveUpload.server.ts";
import { plainIssues } from "#app/platform/forms/plainIssues.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { m } from "#messages";
import { openForSending } from "./openForSending.server.ts";
import type { OutboundPayload } from "./outboundPayload.ts";
import { queueMessage } from "./queueMessage.server.ts";
import { quotedMessageId, submissionKey } from "./schemas.ts";
import { requireWindow } from "./window.ts";

const fieldsOfUpload = z.object({
  key: submissionKey,
  messageId: quotedMessageId,
  caption: z
    .string()
    .default("")
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .refine((text) => text.length <= maxCaptionLength, {
      error: () => m.checks_file_caption_too_long({ most: formatCount(maxCaptionLength) }),
    }),
});

/**
 * Sends a file of a multipart form in a conversation: fields `file`, `caption`, `key`, and `messageId` of the
 * quoted message. It is durable when this returns; a job uploads it to Meta and sends it. The same file with
 * the same key returns the first message. @throws DomainError `media.*`, `conversation.window_closed`, and
 * those of `openForSending`
 */
export async function sendMedia({
  ctx,
  input: { conversationId, source },
}: Call<{ conversationId: string; source: UploadSource }>): Promise<{ messageId: string }> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, conversationId);
    requireWindow(open.conversation.windowEndsAt, ctx.clock.now());
  });
  return inWorkspace(ctx.config, async (folder) => {
    const upload = await saveSentForm(source, folder);
    const fields = checkedFields(upload);
    const voice = await rewrapVoice(upload.file);
    const file = await inspectForSending(ctx.orgId, voice).catch((error: unknown) => {
      throw withTyped(error, upload);
    });
    await refuseVirus(ctx.config, file.path);
    const kept = await storeForSending(ctx, file);
    try {
      const { messageId, isNew } = await ctx.db.withOrg(ctx.orgId, (tx) =>
        queueMedia(tx, ctx, { conversationId, kept, ...fields }),
      );
      if (!isNew) await deleteStored(ctx, kept);
      return { messageId };
    } catch (error) {
      await deleteStored(ctx, kept);
      throw error;
    }
  });
}

function checkedFields({ fields }: SentForm) {
  const parsed = fieldsOfUpload.safeParse(fields, { error: plainIssues });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => [String(path[0] ?? "file"), message]);
  throw messagingError("media.bad_form", {
    values: { said: issues[0]?.[1] ?? m.errors_handset_bad_form() },
    fields: Object.fromEntries(issues),
    typed: fields,
  });
}

/** The caption stays in the form when the file is refused. */
function withTyped(error: unknown, { fields }: SentForm): unknown {
  if (!(error instanceof DomainError)) return error;
  return new DomainError(error.kind, error.code, error.message, {
    fields: error.fields,
    typed: fields,
    cause: error,
  });
}

/** Queues the message of a stored file, and its upload to Meta. */
export async function queueMedia(
  tx: Tx,
  ctx: OrgContext,
  input: {
    conversationId: string;
    kept: StoredFile;
    key: string;
    caption: string;
    messageId?: string | undefined;
  },
): Promise<{ messageId: string; isNew: boolean }> {
  const { sha256, ...row } = input.kept;
  const open = await openForSending(tx, ctx, input.conversationId);
  const payload = payloadOf(row, input.caption);
  const { messageId, isNew } = await queueMessage(tx, ctx, open, {
    key: `${input.key}:${sha256}`,
    body: readableBody({ ...payload, type: row.kind }),
    content: { type: row.kind, payload },
    quotedId: input.messageId,
    waits: true,
  });
  if (!isNew) return { messageId, isNew };
  const { phoneNumberId } = open.conversation;
  await tx.insert(media).values({ ...row, orgId: ctx.orgId, messageId, phoneNumberId });
  await ctx.jobs.enqueue(uploadMediaJob, { orgId: ctx.orgId, mediaId: row.id }, { tx });
  return { messageId, isNew };
}

/** WhatsApp takes captions of pictures, videos and documents, and names of documents (facts/whatsapp-cloud-api.md §6). */
function payloadOf(
  { kind, fileName, contentType }: Omit<StoredFile, "sha256">,
  caption: string,
): OutboundPayload {
  // Ogg with Opus is shown as a voice message; anything else is an audio file.
  if (kind === "audio") return { audio: contentType === "audio/ogg" ? { voice: true } : {} };
  const hasCaption = caption !== "" && kind !== "sticker";
  return {
    [kind]: {
      ...(hasCaption ? { caption } : {}),
      ...(kind === "document" ? { filename: fileName ?? "" } : {}),
    },
  };
}
