import type { Tx } from "#app/db/client.server.ts";
import type { CampaignPace, VariableSource } from "#app/db/schema/messaging/campaigns.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { requireFiles, storeFiles } from "#app/domain/whatsapp/templates/samples.server.ts";
import { valueProblem } from "#app/domain/whatsapp/templates/valueProblems.ts";
import { isMedia, type TemplateVariable, variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { m } from "#messages";
import type { AudienceChoice } from "./audienceChoice.server.ts";
import type { Campaign, Template } from "./find.server.ts";
import { canTrack, linkBase } from "./links.server.ts";
import { isFixed, takeAudience } from "./takeAudience.server.ts";

/** The parts of a draft that are set; omitted ones stay. */
export interface DraftParts {
  name?: string | undefined;
  templateId?: string | undefined;
  phoneNumberId?: string | undefined;
  audience?: AudienceChoice | undefined;
  variables?: Record<string, VariableSource> | undefined;
  /** Variables may be missing until the campaign is sent. */
  isUnfinished?: boolean | undefined;
  /** Null: at once. */
  scheduledFor?: Date | null | undefined;
  pace?: CampaignPace | null | undefined;
}

export type DraftChanges = Partial<Omit<Campaign, "orgId" | "id" | "status">>;

/**
 * What the parts change in a draft, which is locked; `template` is the one with them. Unknown pasted numbers become
 * contacts. Variables that a new template lacks are forgotten. @throws DomainError `campaign.audience_fixed`,
 * `campaign.bad_audience`, `campaign.bad_numbers`, `campaign.variables_missing`, `campaign.value_refused`,
 * `campaign.bad_link`, `campaign.scheduled_in_past`.
 */
export async function changesOfParts(
  tx: Tx,
  ctx: OrgContext,
  draft: Campaign,
  { template, audience, variables, isUnfinished = false, ...parts }: DraftParts & { template: Template },
): Promise<DraftChanges> {
  const { name, templateId, phoneNumberId, scheduledFor, pace } = parts;
  if (audience && isFixed(draft.audience)) throw messagingError("campaign.audience_fixed");
  if (scheduledFor) requireFuture(scheduledFor, ctx.clock.now());
  return {
    ...definedOf({ name, templateId, phoneNumberId, scheduledFor, pace }),
    ...(audience && { audience: await takeAudience(tx, ctx, { ...audience, campaignId: draft.id }) }),
    variables: variables
      ? await checkedVariables(tx, ctx, template, { variables, isUnfinished })
      : keptVariables(draft, template),
  };
}

const definedOf = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/** The draft's variables that a template has, too. */
function keptVariables(draft: Campaign, template: Template): Campaign["variables"] {
  const keys = new Set(variablesOf(template.components).map(({ key }) => key));
  return Object.fromEntries(Object.entries(draft.variables).filter(([key]) => keys.has(key)));
}

async function checkedVariables(
  tx: Tx,
  ctx: OrgContext,
  template: Template,
  { variables, isUnfinished }: { variables: Record<string, VariableSource>; isUnfinished: boolean },
): Promise<Campaign["variables"]> {
  const checked: Record<string, VariableSource> = {};
  const files: { field: string; kind: string; mediaId: string }[] = [];
  for (const [index, variable] of variablesOf(template.components).entries()) {
    const { key, label } = variable;
    const source = variables[key];
    if (!source && isUnfinished) continue;
    if (!source) throw messagingError("campaign.variables_missing", { values: { label } });
    if (source.from === "link" && !canTrack(ctx, template.components, key))
      throw messagingError("campaign.bad_link", {
        values: { said: m.errors_campaign_link_not_countable({ label, ctx: linkBase(ctx) }) },
      });
    requireFitting(variable, source);
    if (isMedia(variable))
      files.push({ field: `variables[${index}].text`, kind: variable.kind, mediaId: textOf(source) });
    checked[key] = source;
  }
  await requireFiles(tx, ctx.orgId, files);
  await storeFiles(
    tx,
    ctx.orgId,
    files.map(({ mediaId }) => mediaId),
  );
  return checked;
}

/** Fixed texts and fallbacks; the address of a counted link is ours. */
const textOf = (source: VariableSource): string =>
  source.from === "text" ? source.value.trim() : source.from === "contact" ? source.fallback.trim() : "";

/** A file is the same for everyone; a code or a coordinate that is written out is one. */
function requireFitting(variable: TemplateVariable, source: VariableSource): void {
  const isFileOfContact = isMedia(variable) && source.from !== "text";
  if ((source.from === "link" || source.from === "payment") && !isMedia(variable)) return;
  const problem = isFileOfContact
    ? m.errors_campaign_file_required()
    : valueProblem(variable, textOf(source));
  if (problem)
    throw messagingError("campaign.value_refused", {
      values: { label: variable.label, problem },
    });
}

/** @throws DomainError `campaign.scheduled_in_past`. */
export function requireFuture(scheduledFor: Date, now: Date): void {
  if (scheduledFor > now) return;
  throw messagingError("campaign.scheduled_in_past", {
    fields: { scheduledFor: m.errors_campaign_time_in_past_field() },
  });
}
