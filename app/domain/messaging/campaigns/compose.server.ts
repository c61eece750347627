import type { Tx } from "#app/db/client.server.ts";
import type { Audience } from "#app/db/schema/messaging/campaigns.ts";
import type { AudienceCounts } from "#app/domain/contacts/segments/audience.server.ts";
import { readMessagePrice } from "#app/domain/money/messagePrice/read.server.ts";
import type { MessagePrice } from "#app/domain/money/messagePrice/words.ts";
import { type Quote, quote } from "#app/domain/money/quote.server.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { TemplateCategory } from "#app/domain/whatsapp/templates/words.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { audienceFor, countAudience } from "./audience.server.ts";
import { type AudienceChoice, namedAudience, readNumbers } from "./audienceChoice.server.ts";
import { columnNames } from "./choices.server.ts";
import { audienceText } from "./describe.server.ts";
import { type Campaign, findCampaign, findTemplate, partsOf, type Template } from "./find.server.ts";
import { messageToFirst, type Preview } from "./preview.server.ts";
import { templateFacts } from "./queries.server.ts";
import { maxNumbers, type VariableRow } from "./schemas.ts";
import { planCampaignSms, type SmsQuote, smsQuoteOf } from "./smsOfCampaign.server.ts";
import { isFixed } from "./takeAudience.server.ts";
import { previewSources, rowsOf } from "./variableRows.ts";

interface ComposeInput {
  /** The draft that is edited. */
  campaignId?: string | undefined;
  templateId?: string | undefined;
  audience?: AudienceChoice | undefined;
  rows: readonly VariableRow[];
  /** Whether the audience is counted and priced. */
  isCounted: boolean;
}

interface ComposedCampaign {
  draft: ReturnType<typeof draftFacts> | null;
  template: ReturnType<typeof templateFacts> | null;
  rows: VariableRow[];
  preview: Preview | null;
  isCounted: boolean;
  counted: Counted | null;
}

/**
 * What the form of a campaign shows for what is typed in it, else for the stored draft: the template's variables, the
 * message to its first recipient, the audience's size, exclusions by reason, and the price. `template` is null until one
 * is chosen, `counted` while the choice is incomplete. Stores nothing; pasted numbers become no contacts.
 * @throws DomainError `campaign.not_found`, `template.not_found`
 */
export async function composeCampaign({ ctx, input }: Call<ComposeInput>): Promise<ComposedCampaign> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const draft = input.campaignId ? await findCampaign(tx, ctx.orgId, input.campaignId) : undefined;
    const template = input.templateId
      ? await findTemplate(tx, ctx.orgId, input.templateId)
      : draft && (await partsOf(tx, ctx.orgId, draft)).template;
    const audience = await audienceOf(tx, ctx, input.audience, draft);
    const shown = { draft: draft ? draftFacts(draft) : null, isCounted: input.isCounted };
    if (!template) return { ...shown, template: null, rows: [], preview: null, counted: null };
    const variables = variablesOf(template.components);
    const isTyped = variables.every(({ key }) => input.rows.some((row) => row.key === key));
    const rows = rowsOf(variables, {
      typed: input.rows,
      stored: draft?.variables ?? {},
      imported: isTyped ? [] : await columnNames(tx, ctx.orgId),
    });
    const preview = await messageToFirst(tx, ctx, {
      template,
      audience: audience ?? { kind: "none" },
      variables: previewSources(rows),
    });
    const counted =
      input.isCounted && audience
        ? await countAndPrice(tx, ctx, {
            audience,
            template,
            variables: previewSources(rows),
            choice: input.audience,
          })
        : null;
    return { ...shown, template: templateFacts(ctx, template), rows, preview, counted };
  });
}

/** The audience of the typed choice, else of the draft, else everyone; undefined while the choice is incomplete. */
async function audienceOf(
  tx: Tx,
  { orgId }: OrgContext,
  choice: AudienceChoice | undefined,
  draft: Campaign | undefined,
): Promise<Audience | undefined> {
  if (draft && (isFixed(draft.audience) || (!choice && draft.audience.kind !== "none")))
    return draft.audience;
  if (!choice) return { kind: "all" };
  if (choice.kind === "numbers")
    return { kind: "numbers", numbers: readNumbers(choice.numbers ?? "").numbers.slice(0, maxNumbers) };
  try {
    return await namedAudience(tx, orgId, choice);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** An audience's size and price. */
interface Counted {
  audience: AudienceCounts;
  price: Quote;
  messagePrice: MessagePrice;
  category: TemplateCategory;
  /** Null: no SMS follows. */
  sms: SmsQuote | null;
}

async function countAndPrice(
  tx: Tx,
  ctx: OrgContext,
  {
    audience,
    template,
    variables,
    choice,
  }: {
    audience: Audience;
    template: Template;
    variables: Campaign["variables"];
    choice: AudienceChoice | undefined;
  },
): Promise<Counted> {
  const { category } = template;
  const query = audienceFor(ctx, audience, category);
  const known = await countAudience(tx, query);
  const counts =
    audience.kind === "numbers"
      ? withNewcomers(known, audience.numbers.length, query.marketing && !choice?.consent)
      : known;
  const at = ctx.clock.now();
  const sms = await planCampaignSms(tx, ctx, { audience, variables }, template);
  const price = await quote(tx, {
    ...{ orgId: ctx.orgId, messages: counts.recipients, at, isCampaign: true },
    smsCents: sms?.mostCents ?? 0,
  });
  const messagePrice = await readMessagePrice(tx, price.priceCentsPerMessage, at);
  return { audience: counts, price, messagePrice, category, sms: sms && smsQuoteOf(sms, price) };
}

/** Pasted numbers that are not known yet will be contacts, without consent unless it is given with them. */
function withNewcomers(known: AudienceCounts, pasted: number, isLeftOut: boolean): AudienceCounts {
  const unknown = Math.max(0, pasted - known.matching);
  return {
    ...known,
    matching: known.matching + unknown,
    noConsent: known.noConsent + (isLeftOut ? unknown : 0),
    recipients: known.recipients + (isLeftOut ? 0 : unknown),
  };
}

const draftFacts = (draft: Campaign) => ({
  id: draft.id,
  name: draft.name,
  kind: draft.kind,
  status: draft.status,
  phoneNumberId: draft.phoneNumberId,
  audience: draft.audience,
  /** For an audience that comes from another campaign. */
  audienceText: audienceText(draft),
  scheduledFor: draft.scheduledFor,
  pace: draft.pace,
  updatedAt: draft.updatedAt,
});
