import { buildSendComponents } from "#app/domain/templates/variables.ts";
import type { TemplateRow } from "./sources.server.ts";
import type { Outgoing } from "./work.server.ts";

/** Meta's body of one send (facts/whatsapp-cloud-api.md §6, §8.4). The message's id goes along and comes back in every status. */
export function composeBody(row: Outgoing, template: TemplateRow | null): string {
  const common = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: row.recipient,
    biz_opaque_callback_data: row.id,
  };
  if (row.type !== "template" || !template) {
    return JSON.stringify({ ...common, type: "text", text: { body: row.body ?? "" } });
  }
  const components = buildSendComponents(template.components, row.variables ?? {}, template.parameterFormat);
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
