import type { VariableSource } from "#app/db/schema/messaging/campaigns.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { findByName } from "#app/domain/messaging/messages/findTemplate.server.ts";
import { connectedNumbers, findOwnNumber } from "#app/domain/whatsapp/numbers/find.server.ts";
import type { Call } from "#app/platform/context.ts";
import type { AudienceChoice } from "./audienceChoice.server.ts";
import { createCampaignIn } from "./create.server.ts";

/**
 * Drafts a campaign at once, as a system asks for it: template by name, audience, variables and time, all or nothing. The
 * same `key` again changes the same draft, and leaves a campaign that was started as it is. @throws DomainError those of
 * `createCampaign`, `template.not_found`, `template.language_needed`,
 * `whatsapp_number.not_found`, `whatsapp_number.none_connected`.
 */
export async function planCampaign({
  ctx,
  input,
}: Call<{
  name: string;
  template: string;
  language?: string | undefined;
  from?: string | undefined;
  audience: AudienceChoice;
  variables: Record<string, VariableSource>;
  scheduledFor: Date | null;
  key: string;
}>): Promise<{ campaignId: string }> {
  const { name, audience, key } = input;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [first] = input.from === undefined ? await connectedNumbers(tx, ctx.orgId).limit(1) : [];
    const number = input.from === undefined ? first : await findOwnNumber(tx, ctx.orgId, input.from);
    if (!number) throw messagingError("whatsapp_number.none_connected");
    const { id: templateId } = await findByName(tx, ctx, number, input);
    const { variables, scheduledFor } = input;
    return createCampaignIn(tx, ctx, {
      ...{ name, kind: "campaign", templateId, phoneNumberId: number.phoneNumberId, audience, key },
      ...(Object.keys(variables).length > 0 && { variables }),
      ...(scheduledFor && { scheduledFor }),
    });
  });
}
