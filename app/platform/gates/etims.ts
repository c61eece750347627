/**
 * KRA eTIMS by OSCU, as used by the platform: KRA keeps the control unit, numbers and signs
 * (docs/facts/payments.md §1.1).
 */
export interface Etims {
  /** Our PIN and branch, whose documents are sent in one order: `P051234567X:00`. */
  branch: string;
  /** Registers a document. A repeated number is registered once. Initialises the device if needed. */
  submit(sale: TaxSale, orgId: string): Promise<TaxAnswer>;
  /** Where its API is. */
  baseUrl: string;
  /** Resolves if it responds at all, even with a refusal. @throws if it does not. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

/** An invoice or receipt as a sale, a credit note as a refund. Amounts are cents. */
export interface TaxSale {
  /** `invcNo`: without gaps, never reused. */
  taxNumber: number;
  /** For a credit note: the number of the credited document; else 0. */
  originalTaxNumber: number;
  /** Ours, as on the document. */
  documentNumber: string;
  kind: "invoice" | "receipt" | "credit_note";
  customerName: string;
  customerPin: string | null;
  issuedAt: Date;
  lines: readonly TaxLine[];
}

export interface TaxLine {
  description: string;
  quantity: number;
  vatBasisPoints: number;
  netCents: number;
  vatCents: number;
  totalCents: number;
}

/** KRA's data of a registered document. */
export interface TaxRegistration {
  controlUnitId: string | null;
  receiptNumber: string | null;
  internalData: string | null;
  signature: string | null;
  /** Where anyone can verify it. */
  link: string | null;
}

export type TaxAnswer =
  | { outcome: "accepted"; registration: TaxRegistration }
  | { outcome: "refused"; code: string; message: string }
  /** It may have been registered. */
  | { outcome: "unknown"; message: string }
  /** It did not arrive; retry later. */
  | { outcome: "not_sent"; message: string };
