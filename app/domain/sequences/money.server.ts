import { and, isNotNull, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sequences } from "#app/db/schema/sequences/sequences.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { sequenceOutOfMoney } from "./events.ts";
import { ownSequence, type Sequence } from "./find.server.ts";

/** Notifies the managers once that messages wait for money. */
export async function noticeNoMoney(tx: Tx, ctx: OrgContext, sequence: Sequence): Promise<void> {
  if (sequence.noMoneySince) return;
  const [first] = await tx
    .update(sequences)
    .set({ noMoneySince: ctx.clock.now() })
    .where(and(ownSequence(ctx, sequence.id), isNull(sequences.noMoneySince)))
    .returning({ id: sequences.id });
  if (first)
    await record(tx, ctx, sequenceOutOfMoney, { subject: sequence.id, data: { sequence: sequence.name } });
}

/** A message was paid: the next shortage is notified again. */
export async function clearMoneyNotice(tx: Tx, ctx: OrgContext, sequence: Sequence): Promise<void> {
  if (!sequence.noMoneySince) return;
  await tx
    .update(sequences)
    .set({ noMoneySince: null })
    .where(and(ownSequence(ctx, sequence.id), isNotNull(sequences.noMoneySince)));
}
