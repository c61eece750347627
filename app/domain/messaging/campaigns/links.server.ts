import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { VariableSource } from "#app/db/schema/messaging/campaigns.ts";
import type { TemplateComponent, templates } from "#app/db/schema/whatsapp/templates.ts";
import { withoutVariables } from "#app/domain/whatsapp/templates/variables.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { randomToken } from "#app/platform/secrets/random.ts";

/**
 * 71 bits: too many to guess. It ends in a letter or digit: apps treat a dash there as the end of a sentence.
 */
function newCode(): string {
  const code = randomToken(9);
  return /[-_]$/.test(code) ? newCode() : code;
}

export const isCode = (text: string): boolean => /^[\w-]{12}$/.test(text);

/** Where the short links of this platform begin. */
export const linkBase = ({ config }: Pick<Services, "config">): string => `${config.shortLinkUrl}/l/`;

/** The variables of a campaign that each recipient gets as a link of their own. */
export const linkVariables = (variables: Record<string, VariableSource>): string[] =>
  Object.entries(variables).flatMap(([key, source]) => (source.from === "link" ? [key] : []));

/** The fixed part of a button's address, before its variable; empty for a variable of a text. */
function prefixOf(components: readonly TemplateComponent[], key: string): string {
  const index = /^button:(\d+)$/.exec(key)?.[1];
  if (index === undefined) return "";
  const buttons = components.find((component) => component.type === "BUTTONS");
  const button = buttons?.type === "BUTTONS" ? buttons.buttons[Number(index)] : undefined;
  return button?.type === "URL" ? withoutVariables(button.url) : "";
}

/** Whether a variable can be a tracked link: in a text, or a button that was approved with our short address. */
export const canTrack = (
  services: Pick<Services, "config">,
  components: readonly TemplateComponent[],
  key: string,
): boolean => ["", linkBase(services)].includes(prefixOf(components, key));

/** A test's message without a row in a campaign, whose clicks are not counted. */
const ofTest = "";

/** A variable's value for a code: the whole address in a text, its suffix in a button. */
export const linkText = (
  services: Pick<Services, "config">,
  components: readonly TemplateComponent[],
  key: string,
  code: string,
): string => (prefixOf(components, key) === "" ? `${linkBase(services)}${code}` : code);

type CodeOf = (message: Written, variable: string) => string;

interface Written {
  contactId: string;
  /** Left out in a test, whose clicks are not counted. */
  messageId?: string;
  variables: Record<string, string>;
}

/** The code of a test is the same for the same form: sent twice, it is one message. */
export const codeOfTest =
  (services: Pick<Services, "config">, key: string): CodeOf =>
  (message, variable) =>
    createHmac("sha256", services.config.sessionSecret)
      .update(JSON.stringify(["test link", key, message.contactId, variable]))
      .digest("base64url")
      .slice(0, 12);

/** Creates a tracked link per message and link variable, and stores its target. */
export async function writeLinks(
  tx: Tx,
  services: Pick<Services, "config">,
  campaign: { orgId: OrgId; id: string; variables: Record<string, VariableSource> },
  template: Pick<typeof templates.$inferSelect, "components">,
  messages: readonly Written[],
  codeOf: CodeOf = newCode,
): Promise<void> {
  const keys = linkVariables(campaign.variables);
  if (keys.length === 0 || messages.length === 0) return;
  const links = messages.flatMap((message) =>
    keys.map((key) => {
      const code = codeOf(message, key);
      message.variables[key] = linkText(services, template.components, key, code);
      return { code, messageId: message.messageId ?? ofTest, key };
    }),
  );
  await clientOf(tx).query({
    text: `insert into tracked_links (code, org_id, campaign_id, message_id, variable)
      select l.code, $1, $2, l.message_id, l.variable from unnest($3::text[], $4::text[], $5::text[]) as l(code, message_id, variable)
      on conflict do nothing`,
    values: [
      campaign.orgId,
      campaign.id,
      links.map(({ code }) => code),
      links.map(({ messageId }) => messageId),
      links.map(({ key }) => key),
    ],
  });
}

/** Automated visitors of an address: previews of messengers, crawlers, libraries. */
const machines =
  /whatsapp|facebook|bot\b|bot\/|crawl|spider|preview|slack|telegram|discord|skype|curl|wget|python|java\/|okhttp|go-http|node|headless|lighthouse|scan/i;

/** Whether the request comes from a person's browser, by its user agent. */
export const isPerson = (userAgent: string): boolean =>
  userAgent.startsWith("Mozilla/") && !machines.test(userAgent);

/**
 * The target of a code, or null; a click by a person is counted for its recipient. Only addresses of
 * campaigns are ever returned.
 */
export async function followLink(
  services: Pick<Services, "db" | "clock">,
  { code, counts }: { code: string; counts: boolean },
): Promise<{ url: string } | null> {
  if (!isCode(code)) return null;
  return services.db.withSystem(async (tx) => {
    const { rows } = await tx.execute<Link & Record<string, unknown>>(sql`
      select org_id as "orgId", campaign_id as "campaignId", message_id as "messageId", variable
      from tracked_links where code = ${code}`);
    const link = rows[0];
    const url = link && (await targetOf(tx, link));
    if (!url) return null;
    if (counts && link.messageId !== ofTest) {
      const now = services.clock.now().toISOString();
      await tx.execute(sql`
        update tracked_links set clicks = clicks + 1, last_clicked_at = ${now}::timestamptz,
          first_clicked_at = coalesce(first_clicked_at, ${now}::timestamptz)
        where code = ${code} and org_id = ${link.orgId}`);
    }
    return { url };
  });
}

interface Link {
  orgId: OrgId;
  campaignId: string;
  messageId: string;
  variable: string;
}

async function targetOf(tx: Tx, { orgId, campaignId, variable }: Link): Promise<string | null | undefined> {
  const { rows } = await tx.execute<{ url: string | null }>(sql`
    select variables -> ${variable}::text ->> 'url' as url from campaigns where org_id = ${orgId} and id = ${campaignId}`);
  return rows[0]?.url;
}

/** How many recipients followed a link of each campaign, and how often. */
export async function clicksOf(
  tx: Tx,
  orgId: OrgId,
  campaignIds: readonly string[],
): Promise<Map<string, { people: number; clicks: number }>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; people: number; clicks: number }>(sql`
    select campaign_id as id, count(distinct message_id)::int as people, sum(clicks)::int as clicks from tracked_links
    where org_id = ${orgId} and campaign_id = any(${sql.param(campaignIds)}::text[]) and clicks > 0 group by 1`);
  return new Map(rows.map(({ id, people, clicks }) => [id, { people, clicks }]));
}
