/** KRA eTIMS by OSCU, as the platform uses it: KRA keeps the control unit, numbers and signs (docs/facts/payments.md §1.1). */
export interface Etims {
  /** Our PIN and branch, whose documents go in one order: `P051234567X:00`. */
  branch: string;
  /** Registers a document. The same number twice is registered once. Sets the device up where that was not done yet. */
  submit(sale: TaxSale, orgId: string): Promise<TaxAnswer>;
  /** Where its API is. */
  baseUrl: string;
  /** Whether it answers at all, a refusal too. @throws where it does not. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

/** An invoice or receipt as a sale, a credit note as a refund. Amounts are cents. */
export interface TaxSale {
  /** `invcNo`: without gaps, never used again. */
  taxNumber: number;
  /** Of a credit note: the number of what it credits; else 0. */
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

/** What KRA gives for a document. */
export interface TaxRegistration {
  controlUnitId: string | null;
  receiptNumber: string | null;
  internalData: string | null;
  signature: string | null;
  /** Where anybody can check it. */
  link: string | null;
}

export type TaxAnswer =
  | { outcome: "accepted"; registration: TaxRegistration }
  | { outcome: "refused"; code: string; message: string }
  /** It may have been registered. */
  | { outcome: "unknown"; message: string }
  /** It did not get there; later. */
  | { outcome: "not_sent"; message: string };
