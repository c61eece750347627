import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { together } from "#app/db/together.server.ts";
import { openSuspension, refuseIfSuspended } from "#app/domain/accounts/suspensions.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { canSend } from "#app/domain/whatsapp/accounts/canSend.ts";
import { withAccount } from "#app/domain/whatsapp/joins.ts";
import { isSendable, statusWords } from "#app/domain/whatsapp/templates/status.ts";
import { unsupportedPart } from "#app/domain/whatsapp/templates/unsupported.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { m } from "#messages";
import { paymentVariables } from "./payments.ts";
import { asCap, asQuietHours, keptSendingSettings } from "./sendingSettings.server.ts";

export type Campaign = typeof campaigns.$inferSelect;
export type Template = typeof templates.$inferSelect;

export const isEnded = ({ status }: Pick<Campaign, "status">): boolean =>
  status === "completed" || status === "cancelled";

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

const templateOf = (tx: Tx, orgId: OrgId, templateId: string) =>
  tx
    .select()
    .from(templates)
    .where(and(eq(templates.orgId, orgId), eq(templates.id, templateId)));

/** @throws DomainError `template.not_found`. */
export async function findTemplate(tx: Tx, orgId: OrgId, templateId: string): Promise<Template> {
  const [template] = await templateOf(tx, orgId, templateId);
  if (!template) throw notFound("Template");
  return template;
}

const numberOf = (tx: Tx, orgId: OrgId, phoneNumberId: string) =>
  tx
    .select({ number: phoneNumbers, account: whatsappAccounts })
    .from(phoneNumbers)
    .innerJoin(whatsappAccounts, withAccount)
    .where(and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId)));

type Choice = Pick<Campaign, "templateId" | "phoneNumberId">;

/** A campaign's related objects, as they are now, in one statement. Missing ones were deleted. */
export async function partsOf(tx: Tx, orgId: OrgId, { templateId, phoneNumberId }: Choice) {
  const { template, found, suspension, settings } = await together(tx, {
    template: templateOf(tx, orgId, templateId),
    found: numberOf(tx, orgId, phoneNumberId),
    suspension: openSuspension(tx, orgId),
    settings: keptSendingSettings(tx, orgId),
  });
  return {
    template: template[0],
    number: found[0]?.number,
    account: found[0]?.account,
    suspension: suspension[0],
    quiet: asQuietHours(settings),
    cap: asCap(settings),
  };
}

export type CampaignParts = Awaited<ReturnType<typeof partsOf>>;

/** Template and number, of the same account. @throws DomainError as `requireSameAccount` */
function sameAccount({ template, number, account }: CampaignParts) {
  if (!template) throw notFound("Template");
  if (!number || !account) throw notFound("WhatsApp number");
  if (template.whatsappAccountId !== account.id)
    throw messagingError("campaign.other_account", {
      fields: { templateId: m.errors_campaign_other_account_field() },
    });
  return { template, number, account };
}

/** @throws DomainError `campaign.other_account` when the template lives in another WhatsApp account than the number. */
export const requireSameAccount = async (tx: Tx, orgId: OrgId, choice: Choice) =>
  sameAccount(await partsOf(tx, orgId, choice));

/**
 * Proves that a campaign could be sent now: organisation not suspended, number connected, template approved, every variable has a source.
 * @throws DomainError `campaign.number_not_connected`, `campaign.template_not_approved`, `campaign.template_unsupported`,
 * `campaign.variables_missing`, `organisation.suspended`.
 */
export const requireSendable = async (tx: Tx, orgId: OrgId, campaign: Campaign): Promise<Template> =>
  checkSendable(campaign, await partsOf(tx, orgId, campaign));

/** The same for parts that are here. */
export function checkSendable(campaign: Campaign, parts: CampaignParts): Template {
  refuseIfSuspended(parts.suspension, "campaigns");
  const { template, number, account } = sameAccount(parts);
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
  if (campaign.payment === null && paymentVariables(campaign.variables).length > 0)
    throw messagingError("campaign.payment_missing");
  return template;
}
