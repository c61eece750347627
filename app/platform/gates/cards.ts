/**
 * The card provider, as used by the platform. Card data never gets here: the payer types it on the provider's
 * page.
 */
export interface Cards {
  /** Opens a payment. @throws CardsRefusal, CardsUnreachable (it may have been opened). */
  start(payment: NewCardPayment, orgId: string): Promise<{ pageUrl: string }>;
  /**
   * The provider's record of a payment; undefined when the reference is unknown. @throws CardsUnreachable.
   */
  verify(reference: string, orgId: string): Promise<CardVerification | undefined>;
  /** Where the provider’s pages are. */
  pageOrigin: string;
  /** Where its API is. */
  baseUrl: string;
  /** Resolves if it responds at all, even with a refusal. @throws if it does not. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

export interface NewCardPayment {
  reference: string;
  amountCents: number;
  email: string;
  /** Where the payer's browser returns to. */
  returnUrl: string;
  /** Where a payer who cancels on the provider's page returns to. */
  cancelUrl: string;
}

export interface CardVerification {
  /** `open`: the payer has not finished, or not started. */
  state: "paid" | "failed" | "open" | "reversed";
  reference: string;
  amountCents: number;
  currency: string;
}

/** The provider's definite refusal. */
export class CardsRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CardsRefusal";
  }
}

/** No response, or an unreadable one. */
export class CardsUnreachable extends Error {
  constructor(cause: unknown) {
    super("the card provider does not answer", { cause });
    this.name = "CardsUnreachable";
  }
}
