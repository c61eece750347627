import { inOneGo, type Tx } from "#app/db/client.server.ts";
import type { Notice } from "#app/db/notices.server.ts";
import { noticesOf } from "#app/db/notify.server.ts";
import { notifyAfter } from "#app/db/notifyAfter.server.ts";
import { lockMonthsAt } from "#app/domain/money/quote.server.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { type NoPlace, openPlaces, type Place } from "./place.server.ts";
import { findMessage, type MessageRow } from "./queries.server.ts";
import { type QueueOutcome, queueTemplates, type TemplateToQueue } from "./queueTemplates.server.ts";
import type { Recipient } from "./recipient.ts";
import { valuesOf } from "./templateValues.ts";

/** A template for one person, by its name. */
export interface TemplateSend {
  ctx: OrgContext;
  recipient: Recipient;
  input: {
    from?: string | undefined;
    template: string;
    language?: string | undefined;
    parameters: readonly string[] | Record<string, string>;
    parts?: Record<string, string> | undefined;
    /** The same key again returns the message of the first time, and costs nothing. */
    key: string;
    /** No message was ever requested with this key. */
    isFirst?: boolean;
  };
}

export type SendOutcome = { row: MessageRow } | { error: unknown };
type Outcomes = Map<TemplateSend, SendOutcome>;

/**
 * Queues templates to people of one organisation in one transaction, as `queueTemplates` does: one that is refused leaves
 * nothing behind. They are durable when this returns. Returns a result for each, in their order.
 * @throws whatever the database says that keeps all of them from being queued
 */
export async function sendTemplates(sends: readonly TemplateSend[]): Promise<SendOutcome[]> {
  const outcomes: Outcomes = new Map();
  let left = sends;
  while (left.length > 0) {
    for (const [send, outcome] of await sendRound(left)) outcomes.set(send, outcome);
    left = left.filter((send) => !outcomes.has(send));
  }
  return sends.map((send) => outcomes.get(send)!);
}

/** Rolls back the rows created for refused messages; the others are retried. */
class Withdrawn extends Error {
  readonly refused: Outcomes;

  constructor(refused: Outcomes) {
    super("withdrawn");
    this.refused = refused;
  }
}

async function sendRound(sends: readonly TemplateSend[]): Promise<Outcomes> {
  const { ctx } = sends[0]!;
  try {
    const { outcomes, notices, written } = await ctx.db.withOrg(ctx.orgId, (tx) =>
      queueRound(tx, ctx, sends),
    );
    notifyAfter(ctx, [...notices, ...(await written)]);
    return outcomes;
  } catch (error) {
    if (error instanceof Withdrawn) return error.refused;
    throw error;
  }
}

async function queueRound(
  tx: Tx,
  ctx: OrgContext,
  sends: readonly TemplateSend[],
): Promise<{ outcomes: Outcomes; notices: Notice[]; written: Promise<Notice[]> | Notice[] }> {
  const [places, locked] = await inOneGo(tx, [
    () => openPlaces(tx, ctx, sends.map(wantedBy)),
    () => lockMonthsAt(tx, ctx.orgId, ctx.clock.now()),
  ]);
  const outcomes: Outcomes = new Map();
  const wanted = new Map<TemplateSend, TemplateToQueue>();
  for (const [n, send] of sends.entries())
    try {
      wanted.set(send, templateOf(send, places[n]!));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcomes.set(send, { error });
    }
  const queued = await queueTemplates(tx, ctx, [...wanted.values()], { locked, withCommit: true });
  for (const [n, send] of [...wanted.keys()].entries())
    outcomes.set(send, await rowOf(tx, ctx, queued.outcomes[n]!));
  requireNothingLeft(sends, places, outcomes);
  return { outcomes, notices: noticesOf(tx), written: queued.notices };
}

const wantedBy = ({ recipient, input: { from, template, language } }: TemplateSend) => ({
  recipient,
  from,
  byName: { template, language },
});

/** @throws DomainError why there is no place, `template.too_many_parameters` */
function templateOf({ ctx, input }: TemplateSend, place: Place | NoPlace): TemplateToQueue {
  if ("error" in place) throw place.error;
  const { id: templateId, components } = place.template!;
  const variables = valuesOf(variablesOf(components), input);
  return { ctx, place, templateId, variables, key: input.key, isFirst: input.isFirst };
}

async function rowOf(tx: Tx, ctx: OrgContext, outcome: QueueOutcome): Promise<SendOutcome> {
  if ("error" in outcome) return outcome;
  if (!outcome.paid) return { row: await findMessage(tx, ctx, outcome.messageId) };
  const { row: message, template } = outcome.paid;
  return { row: { message, template: { name: template.name, language: template.language } } };
}

/** A refused message leaves no contact and no conversation. @throws Withdrawn */
function requireNothingLeft(
  sends: readonly TemplateSend[],
  places: readonly (Place | NoPlace)[],
  outcomes: Outcomes,
): void {
  const isOnlyRefused = (n: number) => places[n]!.isNew && "error" in outcomes.get(sends[n]!)!;
  if (!sends.some((_, n) => isOnlyRefused(n))) return;
  throw new Withdrawn(new Map([...outcomes].filter(([, outcome]) => "error" in outcome)));
}
