/** The card provider, as the platform uses it. Card data never gets here: the payer types it on the provider's page. */
export interface Cards {
  /** Opens a payment. @throws CardsRefusal, CardsUnreachable (whether it was opened is not known). */
  start(payment: NewCardPayment, orgId: string): Promise<{ pageUrl: string }>;
  /** What the provider knows of a payment; undefined when it knows none of that reference. @throws CardsUnreachable. */
  verify(reference: string, orgId: string): Promise<CardVerification | undefined>;
  /** Where the provider’s pages are. */
  pageOrigin: string;
  /** Where its API is. */
  baseUrl: string;
  /** Whether it answers at all, a refusal too. @throws where it does not. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

export interface NewCardPayment {
  reference: string;
  amountCents: number;
  email: string;
  /** Where the payer's browser returns to. */
  returnUrl: string;
  /** Where the payer comes back to who cancels on the provider's page. */
  cancelUrl: string;
}

export interface CardVerification {
  /** `open`: the payer is not through, or has not begun. */
  state: "paid" | "failed" | "open" | "reversed";
  reference: string;
  amountCents: number;
  currency: string;
}

/** The provider's plain no. */
export class CardsRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CardsRefusal";
  }
}

/** No answer, or none that can be read. */
export class CardsUnreachable extends Error {
  constructor(cause: unknown) {
    super("the card provider does not answer", { cause });
    this.name = "CardsUnreachable";
  }
}
