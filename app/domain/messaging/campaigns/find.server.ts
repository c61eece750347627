import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { phoneNumbers, templates, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { refuseWhileSuspended } from "#app/domain/accounts/suspensions.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { canSend } from "#app/domain/whatsapp/accounts/canSend.ts";
import { isSendable, statusWords } from "#app/domain/whatsapp/templates/status.ts";
import { unsupportedPart } from "#app/domain/whatsapp/templates/unsupported.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { inSentence } from "#app/platform/inSentence.ts";
import { m } from "#messages";

export type Campaign = typeof campaigns.$inferSelect;
export type Template = typeof templates.$inferSelect;

/** @throws DomainError `campaign.not_found`. */
export async function findCampaign(
  tx: Tx,
  orgId: OrgId,
  campaignId: string,
  options: { lock?: boolean } = {},
): Promise<Campaign> {
  const query = tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.orgId, orgId), eq(campaigns.id, campaignId)));
  const [campaign] = await (options.lock ? query.for("update") : query);
  if (!campaign) throw notFound("Campaign");
  return campaign;
}

/** Locks a campaign that is still a draft. @throws DomainError `campaign.not_draft` (409) for any other. */
export async function findDraft(tx: Tx, orgId: OrgId, campaignId: string): Promise<Campaign> {
  const campaign = await findCampaign(tx, orgId, campaignId, { lock: true });
  if (campaign.status !== "draft") throw messagingError("campaign.not_draft");
  return campaign;
}

/** @throws DomainError `template.not_found`. */
export async function findTemplate(tx: Tx, orgId: OrgId, templateId: string): Promise<Template> {
  const [template] = await tx
    .select()
    .from(templates)
    .where(and(eq(templates.orgId, orgId), eq(templates.id, templateId)));
  if (!template) throw notFound("Template");
  return template;
}

/** @throws DomainError `whatsapp_number.not_found`. */
export async function findNumber(tx: Tx, orgId: OrgId, phoneNumberId: string) {
  const [row] = await tx
    .select({ number: phoneNumbers, account: whatsappAccounts })
    .from(phoneNumbers)
    .innerJoin(
      whatsappAccounts,
      and(
        eq(whatsappAccounts.orgId, phoneNumbers.orgId),
        eq(whatsappAccounts.id, phoneNumbers.whatsappAccountId),
      ),
    )
    .where(and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId)));
  if (!row) throw notFound("WhatsApp number");
  return row;
}

/** @throws DomainError `campaign.other_account` when the template lives in another WhatsApp account than the number. */
export async function requireSameAccount(
  tx: Tx,
  orgId: OrgId,
  choice: { templateId: string; phoneNumberId: string },
) {
  const template = await findTemplate(tx, orgId, choice.templateId);
  const { number, account } = await findNumber(tx, orgId, choice.phoneNumberId);
  if (template.whatsappAccountId !== account.id)
    throw messagingError("campaign.other_account", {
      fields: { templateId: m.errors_choose_a_template_of_the_same() },
    });
  return { template, number, account };
}

/**
 * Proves that a campaign could be sent now: organisation not suspended, number connected, template approved, every variable has a source.
 * @throws DomainError `campaign.number_not_connected`, `campaign.template_not_approved`, `campaign.template_unsupported`,
 * `campaign.variables_missing`, `organisation.suspended`.
 */
export async function requireSendable(tx: Tx, orgId: OrgId, campaign: Campaign): Promise<Template> {
  await refuseWhileSuspended(tx, orgId, "campaigns");
  const { template, number, account } = await requireSameAccount(tx, orgId, campaign);
  if (!canSend(account, number))
    throw messagingError("campaign.number_not_connected", {
      values: { displayPhoneNumber: number.displayPhoneNumber },
    });
  if (!isSendable(template.status))
    throw messagingError(`campaign.template_not_approved${campaign.status === "draft" ? "" : ":started"}`, {
      values: { template: template.name, status: inSentence(statusWords(template.status).label) },
    });
  const unsupported = unsupportedPart(template.components);
  if (unsupported) throw messagingError("campaign.template_unsupported", { values: { said: unsupported } });
  const missing = variablesOf(template.components).filter(({ key }) => !campaign.variables[key]);
  if (missing.length > 0)
    throw messagingError("campaign.variables_missing", {
      values: { label: missing.map(({ label }) => label).join(", ") },
    });
  return template;
}
