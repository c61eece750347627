import type { VariableSource } from "#app/db/schema/messaging/campaigns.ts";
import { connectedNumbers, findOwnNumber } from "#app/domain/messaging/conversations/parties.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { findByName } from "#app/domain/messaging/messages/findTemplate.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { AudienceChoice } from "./audienceChoice.server.ts";
import { createCampaign } from "./create.server.ts";
import { setSchedule, setVariables } from "./editDraft.server.ts";

/**
 * Drafts a campaign in one call, for the API: template by name, audience, variables and time. A repeated
 * `key` continues with the same draft. @throws DomainError those of `createCampaign`, `setVariables` and
 * `setSchedule`, `template.not_found`, `template.language_needed`, `whatsapp_number.not_found`,
 * `whatsapp_number.none_connected`.
 */
export async function planCampaign({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: {
    name: string;
    template: string;
    language?: string | undefined;
    from?: string | undefined;
    audience: AudienceChoice;
    variables: Record<string, VariableSource>;
    scheduledFor: Date | null;
    key: string;
  };
}): Promise<{ campaignId: string }> {
  const { name, audience, key } = input;
  const { templateId, phoneNumberId } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [first] = input.from === undefined ? await connectedNumbers(tx, ctx.orgId).limit(1) : [];
    const number = input.from === undefined ? first : await findOwnNumber(tx, ctx.orgId, input.from);
    if (!number) throw messagingError("whatsapp_number.none_connected");
    const template = await findByName(tx, ctx, number, input);
    return { templateId: template.id, phoneNumberId: number.phoneNumberId };
  });
  const { campaignId } = await createCampaign({
    ctx,
    input: { name, kind: "campaign", templateId, phoneNumberId, audience, key },
  });
  if (Object.keys(input.variables).length > 0)
    await setVariables({ ctx, input: { campaignId, variables: input.variables } });
  if (input.scheduledFor) await setSchedule({ ctx, input: { campaignId, scheduledFor: input.scheduledFor } });
  return { campaignId };
}
