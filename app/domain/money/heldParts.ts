/** What a hold has set aside and what has become of it; the columns of `holds`. */
export interface HoldState {
  /** Messages that the hold covers. */
  messages: number;
  /** How many of them the plan includes; they are used before any is paid. */
  includedMessages: number;
  settledMessages: number;
  releasedMessages: number;
}

export interface HeldParts {
  /** Messages of the plan still set aside. */
  included: number;
  /** Messages with a price still set aside. */
  paid: number;
}

/** Messages of the hold with an open result. */
export const remainingOf = (hold: HoldState): number =>
  hold.messages - hold.settledMessages - hold.releasedMessages;

/**
 * Splits what is still held. The first delivered messages use the included ones, so a release returns priced
 * messages first: with 4 of 10 included and 5 failed, the other 5 cost one message.
 */
export function heldParts(hold: HoldState): HeldParts {
  const deliverable = hold.messages - hold.releasedMessages;
  const settledIncluded = Math.min(hold.settledMessages, hold.includedMessages);
  const settledPaid = hold.settledMessages - settledIncluded;
  return {
    included: Math.min(hold.includedMessages, deliverable) - settledIncluded,
    paid: Math.max(0, deliverable - hold.includedMessages) - settledPaid,
  };
}

/** The use of a hold's money, KES cents; the rest is still reserved. */
export function outcomeOf(hold: HoldState & { priceCentsPerMessage: number }) {
  const price = hold.priceCentsPerMessage;
  const heldCents = heldParts(hold).paid * price;
  const totalCents = (hold.messages - hold.includedMessages) * price;
  const deliveredIncluded = Math.min(hold.settledMessages, hold.includedMessages);
  const deliveredPaid = hold.settledMessages - deliveredIncluded;
  const spentCents = deliveredPaid * price;
  return {
    deliveredIncluded,
    deliveredPaid,
    totalCents,
    spentCents,
    heldCents,
    returnedCents: totalCents - spentCents - heldCents,
  };
}
