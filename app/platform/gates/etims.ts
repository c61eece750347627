/**
 * KRA eTIMS by OSCU, as used by the platform: KRA keeps the control unit, numbers and signs
 * (docs/facts/payments.md §1.1).
 */
export interface Etims extends TaxDesk {
  /** Our PIN and branch, whose documents are sent in one order: `P051234567X:00`. */
  branch: string;
  /** The same for the device of an organisation. */
  at(device: TaxDevice): TaxDesk;
  /** Where its API is. */
  baseUrl: string;
  /** Resolves if it responds at all, even with a refusal. @throws if it does not. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

/** One device at KRA. */
export interface TaxDesk {
  /** Registers a document. A repeated number is registered once. Initialises the device if needed. */
  submit(sale: TaxSale, orgId: string): Promise<TaxAnswer>;
  /** Initialises the device and registers its items if needed: whether KRA knows it, and takes documents from it. */
  check(orgId: string): Promise<DeviceAnswer>;
}

/** A branch's device, as registered with KRA. */
export interface TaxDevice {
  pin: string;
  /** Two digits. */
  branch: string;
  serial: string;
  /** Of a device that was initialised before. */
  key: string | undefined;
  /** KRA's class of what is sold. */
  itemClass: string;
  /** The seller, as on the document. */
  name: string;
  /** What it sells, as registered with KRA. */
  items: readonly TaxItem[];
  store: DeviceStore;
}

export interface TaxItem {
  code: string;
  name: string;
  /** KRA's type: 2 goods, 3 a service. */
  type: "2" | "3";
  band: TaxBand;
}

/** Where a device's key is kept. */
export interface DeviceStore {
  read(): Promise<KnownDevice>;
  write(given: Partial<KnownDevice>): Promise<void>;
}

export interface KnownDevice {
  key: string | null;
  controlUnitId: string | null;
  itemsSavedAt: Date | null;
}

export type DeviceAnswer =
  | { outcome: "ready"; controlUnitId: string | null }
  | { outcome: "refused"; code: string; message: string }
  | { outcome: "unreachable" };

/** KRA's: A exempt, B 16 %, C zero-rated, D outside VAT, E special. */
export type TaxBand = "A" | "B" | "C" | "D" | "E";

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
  /** Without it, that of its VAT. */
  band?: TaxBand | undefined;
  /** The code of its item at KRA; without it, that of our own. */
  itemCode?: string | undefined;
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
