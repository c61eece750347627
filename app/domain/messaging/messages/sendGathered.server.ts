import { isOverloaded, wasRolledBack } from "#app/db/transient.ts";
import type { Call } from "#app/platform/context.ts";
import { createGatheredLanes } from "#app/platform/run/gather.ts";
import type { MessageRow } from "./queries.server.ts";
import { recipientOf } from "./recipient.ts";
import { type MessageToSend, requireContent } from "./send.server.ts";
import { type SendOutcome, sendTemplates, type TemplateSend } from "./sendTemplates.server.ts";

/**
 * An organisation's sends are serialised by its ledger. Concurrent ones wait here, without a connection that
 * others could use, and no longer than the caller would wait.
 */
const inBatch = createGatheredLanes<TemplateSend, SendOutcome>(sendAll, {
  most: 50,
  waiting: 200,
  waitMs: 5000,
});

/**
 * Sends a template as `sendMessage` does, in one transaction with others that the organisation sends at the same time.
 * @throws DomainError `server.busy`, and those of `sendMessage`
 */
export async function sendGathered({
  ctx,
  input,
}: Call<MessageToSend & { template: string }>): Promise<MessageRow> {
  requireContent(input);
  const outcome = await inBatch(ctx.orgId, { ctx, recipient: recipientOf(input), input });
  if ("error" in outcome) throw outcome.error;
  return outcome.row;
}

async function sendAll(sends: readonly TemplateSend[]): Promise<SendOutcome[]> {
  try {
    return await sendTemplates(sends);
  } catch (error) {
    // If it is unknown whether they were queued, none may be queued again.
    if (sends.length === 1 || isOverloaded(error) || !wasRolledBack(error)) throw error;
  }
  // An error of one must not stop the others.
  const outcomes: SendOutcome[] = [];
  for (const send of sends) {
    const [outcome] = await sendTemplates([send]).catch((error: unknown) => [{ error }]);
    outcomes.push(outcome!);
  }
  return outcomes;
}
