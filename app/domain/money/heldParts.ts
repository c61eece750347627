/** A hold's messages and their results so far; the columns of `holds`. */
export interface HoldState {
  messages: number;
  /** Included in the plan; they are used before any paid message. */
  includedMessages: number;
  settledMessages: number;
  releasedMessages: number;
}

export interface HeldParts {
  /** Included messages that are still held. */
  included: number;
  /** Paid messages that are still held. */
  paid: number;
}

/** Messages of the hold without a result. */
export const remainingOf = (hold: HoldState): number =>
  hold.messages - hold.settledMessages - hold.releasedMessages;

/**
 * Splits the rest of a hold. Delivered messages use the included ones first, so a release returns paid
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

export interface HoldPrices {
  priceCentsPerMessage: number;
  /** Of the SMS that may go in place of a message, or 0. */
  smsCentsPerMessage: number;
}

/** What is held: for each open message the dearer of its two prices; an included one costs nothing on WhatsApp. */
export function heldCentsOf(hold: HoldState & HoldPrices): number {
  const { included, paid } = heldParts(hold);
  const { priceCentsPerMessage: price, smsCentsPerMessage: sms } = hold;
  return included * sms + paid * Math.max(price, sms);
}

/** The money of a hold by result, in KES cents; the rest is still held. */
export function outcomeOf(hold: HoldState & HoldPrices & { smsCents: number }) {
  const price = hold.priceCentsPerMessage;
  const heldCents = heldCentsOf(hold);
  const totalCents = heldCentsOf({ ...hold, settledMessages: 0, releasedMessages: 0 });
  const deliveredIncluded = Math.min(hold.settledMessages, hold.includedMessages);
  const deliveredPaid = hold.settledMessages - deliveredIncluded;
  const spentCents = deliveredPaid * price + hold.smsCents;
  return {
    deliveredIncluded,
    deliveredPaid,
    totalCents,
    spentCents,
    smsCents: hold.smsCents,
    heldCents,
    returnedCents: totalCents - spentCents - heldCents,
  };
}
