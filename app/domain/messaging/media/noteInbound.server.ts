import type { Tx } from "#app/db/client.server.ts";
import { media } from "#app/db/schema/media.ts";
import type { InboundMessage } from "#app/domain/whatsapp/inbox/events.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { mediaKindOf } from "./kinds.ts";

/** Notes the file that a message brought, to be fetched; answers its id, or null for a message without one. */
export async function noteInboundMedia(
  tx: Tx,
  place: { orgId: OrgId; phoneNumberId: string; messageId: string; at: Date },
  message: InboundMessage,
): Promise<string | null> {
  const kind = mediaKindOf(message.type ?? "");
  const file = kind && (message[kind] ?? message.voice);
  if (!kind || !file?.id) return null;
  const { at, ...where } = place;
  const id = newId("med", at.getTime());
  await tx.insert(media).values({
    ...where,
    id,
    kind,
    state: "waiting",
    metaMediaId: file.id,
    promisedHash: file.sha256 ?? null,
    contentType: file.mime_type?.slice(0, 100) ?? null,
    fileName: message.document?.filename?.slice(0, 200) ?? null,
    createdAt: at,
  });
  return id;
}
