import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type CampaignPace, campaigns, type VariableSource } from "#app/db/schema/messaging/campaigns.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { campaignChanged } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { requireFiles, storeFiles } from "#app/domain/whatsapp/templates/samples.server.ts";
import { valueProblem } from "#app/domain/whatsapp/templates/valueProblems.ts";
import { isMedia, type TemplateVariable, variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import { changesBetween, isChange } from "#app/platform/changes.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { type Campaign, findDraft, findTemplate, requireSameAccount, type Template } from "./find.server.ts";
import { canTrack, linkBase } from "./links.server.ts";

type Changes = Partial<Omit<Campaign, "orgId" | "id" | "status">>;

/**
 * Updates a draft and logs it. Unchanged values do nothing, unless `alwaysRecords` says that something else
 * changed with them. @throws DomainError `campaign.not_draft` once it was started.
 */
export const changeDraft = (ctx: OrgContext, ...change: Change): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, (tx) => changeDraftIn(tx, ctx, ...change));

type Change = [
  campaignId: string,
  changesOf: (tx: Tx, draft: Campaign) => Promise<Changes>,
  options?: { alwaysRecords?: boolean },
];

/** The same in the caller's transaction. */
async function changeDraftIn(
  tx: Tx,
  ctx: OrgContext,
  ...[campaignId, changesOf, { alwaysRecords = false } = {}]: Change
): Promise<void> {
  const draft = await findDraft(tx, ctx.orgId, campaignId);
  const changes = await changesOf(tx, draft);
  if (!alwaysRecords && !isChange(draft, changes)) return;
  await tx
    .update(campaigns)
    .set({ ...changes, updatedAt: ctx.clock.now() })
    .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaignId)));
  await record(tx, ctx, campaignChanged, {
    subject: campaignId,
    data: { campaign: changes.name ?? draft.name },
    changes: changesBetween<Partial<Campaign>>(draft, changes),
  });
}

/** Name, template and sending number of a draft. Variables that the new template lacks are forgotten. */
export async function editSetup({
  ctx,
  input,
}: Call<{ campaignId: string; name: string; templateId: string; phoneNumberId: string }>): Promise<{
  campaignId: string;
}> {
  await changeDraft(ctx, input.campaignId, async (tx, draft) => {
    const { template } = await requireSameAccount(tx, ctx.orgId, input);
    return {
      name: input.name,
      templateId: input.templateId,
      phoneNumberId: input.phoneNumberId,
      variables: keptVariables(draft, template),
    };
  });
  return { campaignId: input.campaignId };
}

/** The draft's variables that a template has, too. */
export function keptVariables(draft: Campaign, template: Template): Campaign["variables"] {
  const keys = new Set(variablesOf(template.components).map(({ key }) => key));
  return Object.fromEntries(Object.entries(draft.variables).filter(([key]) => keys.has(key)));
}

/** Fills in the template's variables. @throws DomainError `campaign.variables_missing`. */
export const setVariables = ({ ctx, input }: Call<VariablesInput>): Promise<{ campaignId: string }> =>
  ctx.db.withOrg(ctx.orgId, (tx) => setVariablesIn(tx, ctx, input));

interface VariablesInput {
  campaignId: string;
  variables: Record<string, VariableSource>;
}

/** The same in the caller's transaction. */
export async function setVariablesIn(
  tx: Tx,
  ctx: OrgContext,
  input: VariablesInput,
): Promise<{ campaignId: string }> {
  await changeDraftIn(tx, ctx, input.campaignId, async (_, draft) => {
    const template = await findTemplate(tx, ctx.orgId, draft.templateId);
    const variables: Record<string, VariableSource> = {};
    for (const variable of variablesOf(template.components)) {
      const { key, label } = variable;
      const source = input.variables[key];
      if (!source) throw messagingError("campaign.variables_missing", { values: { label } });
      if (source.from === "link" && !canTrack(ctx, template.components, key))
        throw messagingError("campaign.bad_link", {
          values: { said: m.errors_campaign_link_not_countable({ label, ctx: linkBase(ctx) }) },
        });
      requireFitting(variable, source);
      variables[key] = source;
    }
    const files = variablesOf(template.components).flatMap((variable, index) =>
      isMedia(variable)
        ? {
            field: `variables[${index}].text`,
            kind: variable.kind,
            mediaId: textOf(variables[variable.key]!),
          }
        : [],
    );
    await requireFiles(tx, ctx.orgId, files);
    await storeFiles(
      tx,
      ctx.orgId,
      files.map(({ mediaId }) => mediaId),
    );
    return { variables };
  });
  return { campaignId: input.campaignId };
}

/** Fixed texts and fallbacks; the address of a counted link is ours. */
const textOf = (source: VariableSource): string =>
  source.from === "text" ? source.value.trim() : source.from === "contact" ? source.fallback.trim() : "";

/** A file is the same for everyone; a code or a coordinate that is written out is one. */
function requireFitting(variable: TemplateVariable, source: VariableSource): void {
  const isFileOfContact = isMedia(variable) && source.from !== "text";
  if (source.from === "link" && !isMedia(variable)) return;
  const problem = isFileOfContact
    ? m.errors_campaign_file_required()
    : valueProblem(variable, textOf(source));
  if (problem)
    throw messagingError("campaign.value_refused", {
      values: { label: variable.label, problem },
    });
}

/** Sets when a draft is sent (null: at once) and how fast. @throws DomainError `campaign.scheduled_in_past`. */
export const setSchedule = ({ ctx, input }: Call<ScheduleInput>): Promise<{ campaignId: string }> =>
  ctx.db.withOrg(ctx.orgId, (tx) => setScheduleIn(tx, ctx, input));

interface ScheduleInput {
  campaignId: string;
  scheduledFor: Date | null;
  pace?: CampaignPace | null | undefined;
}

/** The same in the caller's transaction. */
export async function setScheduleIn(
  tx: Tx,
  ctx: OrgContext,
  input: ScheduleInput,
): Promise<{ campaignId: string }> {
  if (input.scheduledFor) requireFuture(input.scheduledFor, ctx.clock.now());
  await changeDraftIn(tx, ctx, input.campaignId, async () => ({
    scheduledFor: input.scheduledFor,
    ...(input.pace === undefined ? {} : { pace: input.pace }),
  }));
  return { campaignId: input.campaignId };
}

/** Sets whether recipients beyond the portfolio's messaging limit are sent to anyway or wait for capacity. */
export async function setBeyondLimit({
  ctx,
  input: { campaignId, beyondLimit },
}: Call<{ campaignId: string; beyondLimit: "send" | "wait" }>): Promise<{ campaignId: string }> {
  await changeDraft(ctx, campaignId, async () => ({ beyondLimit }));
  return { campaignId };
}

/** @throws DomainError `campaign.scheduled_in_past`. */
export function requireFuture(scheduledFor: Date, now: Date): void {
  if (scheduledFor > now) return;
  throw messagingError("campaign.scheduled_in_past", {
    fields: { scheduledFor: m.errors_campaign_time_in_past_field() },
  });
}
