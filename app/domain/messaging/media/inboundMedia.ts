import type { media } from "#app/db/schema/messaging/media.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { cleanFileName } from "#app/platform/files/fileName.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { mediaKindOf } from "./kinds.ts";

/** The row of the file that a message brought, to be fetched; null for a message without one. */
export function inboundMediaOf(
  place: { orgId: OrgId; phoneNumberId: string; messageId: string; at: Date },
  message: InboundMessage,
): typeof media.$inferInsert | null {
  const kind = mediaKindOf(message.type ?? "");
  const file = kind && (message[kind] ?? message.voice);
  if (!kind || !file?.id) return null;
  const { at, ...where } = place;
  return {
    ...where,
    id: newId("med", at.getTime()),
    kind,
    state: "waiting",
    metaMediaId: file.id,
    promisedHash: file.sha256 ?? null,
    contentType: file.mime_type?.slice(0, 100) ?? null,
    fileName: cleanFileName(message.document?.filename ?? "") || null,
    createdAt: at,
  };
}
