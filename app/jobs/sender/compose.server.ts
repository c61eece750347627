import { and, eq } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { phoneNumbers, templates, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { buildSendComponents } from "#app/domain/templates/variables.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { openSecret } from "#app/shared/secretBox.server.ts";
import type { Outgoing } from "./work.server.ts";

export interface Sender {
  accessToken: string | null;
  throughputPerSecond: number;
  wabaStatus: string;
}

/** The token and speed of a number, read anew for every range so that a change is noticed. */
export async function readSender(
  services: Services,
  orgId: OrgId,
  phoneNumberId: string,
): Promise<Sender | null> {
  const [row] = await services.db.withSystem((tx) =>
    tx
      .select({
        accountId: whatsappAccounts.id,
        status: whatsappAccounts.status,
        tokenEncrypted: whatsappAccounts.tokenEncrypted,
        throughput: phoneNumbers.throughputPerSecond,
      })
      .from(phoneNumbers)
      .innerJoin(
        whatsappAccounts,
        and(
          eq(whatsappAccounts.orgId, phoneNumbers.orgId),
          eq(whatsappAccounts.id, phoneNumbers.whatsappAccountId),
        ),
      )
      .where(and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId))),
  );
  if (!row) return null;
  return {
    accessToken: row.tokenEncrypted
      ? openSecret(
          services.config.encryptionKeys,
          `whatsapp_accounts:${orgId}:${row.accountId}`,
          row.tokenEncrypted,
        )
      : null,
    throughputPerSecond: row.throughput,
    wabaStatus: row.status,
  };
}

export type TemplateRow = Pick<
  typeof templates.$inferSelect,
  "name" | "language" | "status" | "components" | "parameterFormat"
>;

export async function readTemplate(
  services: Services,
  orgId: OrgId,
  templateId: string,
): Promise<TemplateRow | null> {
  const [row] = await services.db.withSystem((tx) =>
    tx
      .select()
      .from(templates)
      .where(and(eq(templates.orgId, orgId), eq(templates.id, templateId))),
  );
  return row ?? null;
}

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

export async function campaignStatus(
  services: Services,
  orgId: OrgId,
  campaignId: string,
): Promise<string | undefined> {
  const [row] = await services.db.withSystem((tx) =>
    tx
      .select({ status: campaigns.status })
      .from(campaigns)
      .where(and(eq(campaigns.orgId, orgId), eq(campaigns.id, campaignId))),
  );
  return row?.status;
}
