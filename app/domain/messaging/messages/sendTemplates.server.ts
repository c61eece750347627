import { commitWith, inOneGo, type Tx } from "#app/db/client.server.ts";
import { type Notice, notifyAfter } from "#app/db/notifyAfter.server.ts";
import {
  afterwards,
  lockMonthsAt,
  lockPurse,
  type Purse,
  priceOf,
  requireEnoughMoney,
} from "#app/domain/money/quote.server.ts";
import { mediaIn } from "#app/domain/whatsapp/templates/files.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { endWait } from "./endWait.server.ts";
import { type NoPlace, openPlaces, type Place } from "./place.server.ts";
import { findMessage, type MessageRow } from "./queries.server.ts";
import { findAllQueued, idEndOf, messageRow } from "./queueMessage.server.ts";
import {
  claimFiles,
  requireSendableTo,
  templateContent,
  templateKey,
  valuesFor,
} from "./queueTemplate.server.ts";
import type { Recipient } from "./recipient.ts";
import { valuesOf } from "./templateValues.ts";
import { type PaidMessage, writeMessages } from "./writeMessages.server.ts";

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
    /** No message was ever asked for with this key. */
    isFirst?: boolean;
  };
}

export type SendOutcome = { row: MessageRow } | { error: unknown };
type Outcomes = Map<TemplateSend, SendOutcome>;

/**
 * Queues templates of one organisation in one transaction, in the order in which they come, as if each came alone: one that
 * is refused leaves nothing behind and stops no other, and each is paid from what those before it leave in the wallet. They
 * are durable when this returns; gives a result for each, in their order.
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

/** Rolls back what was created for messages that are refused; the others are done again. */
class Withdrawn extends Error {
  readonly refused: Outcomes;

  constructor(refused: Outcomes) {
    super("Some messages of this transaction are refused");
    this.refused = refused;
  }
}

async function sendRound(sends: readonly TemplateSend[]): Promise<Outcomes> {
  const { ctx } = sends[0]!;
  try {
    const { outcomes, notices } = await ctx.db.withOrg(ctx.orgId, (tx) => queueRound(tx, ctx, sends));
    notifyAfter(ctx, await notices);
    return outcomes;
  } catch (error) {
    if (error instanceof Withdrawn) return error.refused;
    throw error;
  }
}

interface Draft {
  send: TemplateSend;
  place: Place;
  variables: Record<string, string>;
  key: string;
  idEnd: string;
}

async function queueRound(
  tx: Tx,
  ctx: OrgContext,
  sends: readonly TemplateSend[],
): Promise<{ outcomes: Outcomes; notices: Promise<Notice[]> | Notice[] }> {
  const now = ctx.clock.now();
  const [places, locked] = await inOneGo(tx, [
    () => openPlaces(tx, ctx, sends.map(wantedBy), { tellsLater: true }),
    () => lockMonthsAt(tx, ctx.orgId, now),
  ]);
  const { drafts, refused } = draftAll(sends, places);
  const asked = drafts.filter(({ send }) => !send.input.isFirst).map(idsOf);
  const known = await findAllQueued(tx, ctx, asked);
  const { outcomes, paid } = await payAll(tx, ctx, { drafts, known, now, locked });
  for (const [send, outcome] of refused) outcomes.set(send, outcome);
  requireNothingLeft(sends, places, outcomes);
  if (paid.length === 0) return { outcomes, notices: [] };
  const notices = writeMessages(tx, ctx, paid);
  commitWith(tx, notices);
  await inOneGo(
    tx,
    paid.map((message) => () => finish(tx, message)),
  );
  return { outcomes, notices };
}

const wantedBy = ({ recipient, input: { from, template, language } }: TemplateSend) => ({
  recipient,
  from,
  byName: { template, language },
});

const idsOf = ({ place, idEnd }: Draft) => ({ contactId: place.open.contact.id, idEnd });

const isRefusal = (error: unknown): error is DomainError => error instanceof DomainError;

/** What is to be sent where, as far as that is known without the wallet. */
function draftAll(sends: readonly TemplateSend[], places: readonly (Place | NoPlace)[]) {
  const drafts: Draft[] = [];
  const refused: Outcomes = new Map();
  for (const [n, send] of sends.entries()) {
    try {
      drafts.push(draftOf(send, places[n]!));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused.set(send, { error });
    }
  }
  return { drafts, refused };
}

function draftOf(send: TemplateSend, place: Place | NoPlace): Draft {
  if ("error" in place) throw place.error;
  const { id: templateId, components } = place.template!;
  const variables = valuesOf(variablesOf(components), send.input);
  const key = templateKey({ key: send.input.key, templateId, variables });
  return { send, place, variables, key, idEnd: idEndOf(send.ctx, key) };
}

interface Round {
  drafts: readonly Draft[];
  /** Messages that were queued before, by the ends of their ids. */
  known: ReadonlyMap<string, string>;
  now: Date;
  locked: Awaited<ReturnType<typeof lockMonthsAt>>;
}

/** The messages that the purse pays for, one after the other. */
async function payAll(tx: Tx, ctx: OrgContext, { drafts, known, now, locked }: Round) {
  const outcomes: Outcomes = new Map();
  const paid = new Map<string, PaidMessage>();
  const [first] = drafts;
  let purse =
    first && (await lockPurse(tx, { orgId: ctx.orgId, at: now, org: first.place.open.org, locked }));
  for (const draft of drafts) {
    const { send, idEnd } = draft;
    const id = known.get(idEnd);
    const twin = paid.get(idEnd);
    if (id !== undefined) outcomes.set(send, { row: await findMessage(tx, ctx, id) });
    else if (twin) outcomes.set(send, { row: shown(twin) });
    else
      try {
        const message = await pay(tx, draft, purse!);
        purse = afterwards(purse!, message.price);
        paid.set(idEnd, message);
        outcomes.set(send, { row: shown(message) });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        outcomes.set(send, { error });
      }
  }
  return { outcomes, paid: [...paid.values()] };
}

async function pay(
  tx: Tx,
  { send, place, variables: given, key }: Draft,
  purse: Purse,
): Promise<PaidMessage> {
  const { ctx } = send;
  const template = place.template!;
  requireSendableTo(template, place.open);
  const variables = await valuesFor(tx, ctx, template, given);
  const price = priceOf(purse, 1);
  requireEnoughMoney(price);
  const content = templateContent(template, variables);
  return {
    ctx,
    place,
    template,
    variables,
    price,
    ...content,
    row: messageRow(ctx, place.open, { key, ...content }),
  };
}

const shown = ({ row, template: { name, language } }: PaidMessage): MessageRow => ({
  message: row,
  template: { name, language },
});

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

/** What an answer to a waiting customer ends, and the files that go with it. */
async function finish(tx: Tx, { ctx, place, template, variables, row }: PaidMessage): Promise<void> {
  const { conversation } = place.open;
  await endWait(tx, ctx, conversation, { messageId: row.id, at: row.createdAt });
  await claimFiles(tx, ctx, row.id, mediaIn(template.components, variables));
}
