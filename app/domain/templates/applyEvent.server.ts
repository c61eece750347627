import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { templates } from "#app/db/schema/whatsapp.ts";

/** A first form, to be replaced by the owner of this folder: status by template id. */
export async function applyTemplateEvent(
  tx: Tx,
  event: { field: string; value: unknown; wabaId: string },
): Promise<"applied" | "ignored"> {
  const value = event.value as { event?: string; message_template_id?: number | string };
  if (event.field !== "message_template_status_update" || !value.event) return "ignored";
  const rows = await tx
    .update(templates)
    .set({ status: value.event, statusChangedAt: new Date() })
    .where(eq(templates.metaTemplateId, String(value.message_template_id)))
    .returning({ id: templates.id });
  return rows.length > 0 ? "applied" : "ignored";
}
