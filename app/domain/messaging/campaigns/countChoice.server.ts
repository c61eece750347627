import type { Tx } from "#app/db/client.server.ts";
import type { Audience } from "#app/db/schema/messaging/campaigns.ts";
import type { AudienceCounts } from "#app/domain/contacts/segments/audience.server.ts";
import { knownIn } from "#app/domain/contacts/segments/known.server.ts";
import { storedConditions } from "#app/domain/contacts/segments/schemas.ts";
import { conditionsWords } from "#app/domain/contacts/segments/words.ts";
import { readMessagePrice } from "#app/domain/money/messagePrice/read.server.ts";
import type { MessagePrice } from "#app/domain/money/messagePrice/words.ts";
import { type Quote, quote } from "#app/domain/money/quote.server.ts";
import type { TemplateCategory } from "#app/domain/whatsapp/templates/words.ts";
import type { Call } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { audienceFor, countAudience } from "./audience.server.ts";
import { type AudienceChoice, namedAudience, readNumbers } from "./audienceChoice.server.ts";
import { findCampaign, findTemplate } from "./find.server.ts";
import { maxNumbers } from "./schemas.ts";

/**
 * A choice's size, exclusions by reason, and price; nothing is stored, and pasted numbers become no
 * contacts. @throws DomainError those of `takeAudience`, but for refused numbers, which are left out.
 */
export async function countChoice({ ctx, input }: Call<AudienceChoice & { campaignId: string }>): Promise<{
  audience: AudienceCounts;
  price: Quote;
  messagePrice: MessagePrice;
  category: TemplateCategory;
  sentence: string | null;
}> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const draft = await findCampaign(tx, ctx.orgId, input.campaignId);
    const template = await findTemplate(tx, ctx.orgId, draft.templateId);
    const { numbers } = readNumbers(input.numbers ?? "");
    const audience: Audience =
      input.kind === "numbers"
        ? { kind: "numbers", numbers: numbers.slice(0, maxNumbers) }
        : await namedAudience(tx, ctx.orgId, input);
    const now = ctx.clock.now();
    const query = audienceFor(ctx, audience, template.category);
    const known = await countAudience(tx, query);
    const counted =
      audience.kind === "numbers"
        ? withNewcomers(known, audience.numbers.length, query.marketing && !input.consent)
        : known;
    const price = await quote(tx, {
      orgId: ctx.orgId,
      messages: counted.recipients,
      at: now,
      isCampaign: true,
    });
    const messagePrice = await readMessagePrice(tx, price.priceCentsPerMessage, now);
    const sentence = await sentenceOf(tx, ctx.orgId, audience);
    return { audience: counted, price, messagePrice, category: template.category, sentence };
  });
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

async function sentenceOf(tx: Tx, orgId: OrgId, audience: Audience): Promise<string | null> {
  if (audience.kind !== "conditions") return null;
  const conditions = storedConditions(audience.conditions);
  return conditionsWords(conditions, await knownIn(tx, orgId, [conditions]));
}
