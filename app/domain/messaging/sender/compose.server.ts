import type { OutboundPayload } from "#app/domain/messaging/messages/outboundPayload.ts";
import { sendNote } from "#app/domain/messaging/messages/sendNotes.ts";
import { buildSendComponents, type MediaAtMeta } from "#app/domain/whatsapp/templates/sending.ts";
import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import type { Outgoing } from "./outgoing.server.ts";
import type { Sender, SendSources, TemplateRow } from "./sources.server.ts";
import { fail, obstacleTo, type Verdict, waitsForFile } from "./verdict.ts";

/**
 * The body to post, or the verdict for a row that cannot be posted. Never throws: one bad row must not stop
 * the others.
 */
export function composeOrRefuse(
  row: Outgoing,
  sender: Sender | null,
  template: TemplateRow | null,
  at: Date,
  sources: Pick<SendSources, "media" | "mediaObstacle">,
): { body: string } | { refusal: Verdict } {
  const obstacle = obstacleTo(row, sender, template, at) ?? waitsForFile(row, sources.mediaObstacle(row), at);
  if (obstacle) return { refusal: obstacle };
  try {
    return { body: composeBody(row, template, (mediaId) => sources.media.find(mediaId)) };
  } catch (error) {
    const why = error instanceof DomainError ? noteOfRefusal(error) : sendNote("send.not_composed");
    return { refusal: { move: fail(row, 132000, at, why) } };
  }
}

/** Meta's body of one send (facts/whatsapp-cloud-api.md §6, §8.4). The message's id goes along and comes back in every status. */
export function composeBody(row: Outgoing, template: TemplateRow | null, mediaAtMeta?: MediaAtMeta): string {
  const common = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...addressOf(row.recipient),
    biz_opaque_callback_data: row.id,
  };
  if (row.type !== "template" || !template) return JSON.stringify({ ...common, ...freeFormOf(row) });
  const components = buildSendComponents(
    template.components,
    row.variables ?? {},
    template.parameterFormat,
    mediaAtMeta,
  );
  return JSON.stringify({
    ...common,
    type: "template",
    template: {
      name: template.name,
      language: { code: template.language },
      ...(components.length > 0 ? { components } : {}),
    },
  });
}

/** A business-scoped user id in `to` is accepted by Meta and never delivered, so it goes where it belongs. */
const addressOf = (recipient: string) => (recipient.startsWith("+") ? { to: recipient } : { recipient });

/** Free-form content: a text, or the payload under its type's name. */
function freeFormOf({ type, body, payload }: Outgoing): object {
  const content = payload as (OutboundPayload & Record<string, unknown>) | null;
  const quoted = content?.context?.id;
  const answers = quoted === undefined ? {} : { context: { message_id: quoted } };
  if (content && type in content) return { ...answers, type, [type]: content[type] };
  if (type === "interactive") return { type, interactive: payload };
  return { ...answers, type: "text", text: { body: body ?? "" } };
}
