/** The keys of a merchant's app on the Daraja portal, and of one shortcode of it. */
export interface MerchantKeys {
  consumerKey: string;
  consumerSecret: string;
  /** The paybill; for a till its store number. */
  shortcode: string;
  /** For Buy Goods; not the store number. */
  till?: string | undefined;
  passkey: string;
  /** For payouts, balances, reversals and queries about receipts; without a password there are none. */
  initiator: string;
  initiatorPassword: string | undefined;
}

/** Safaricom's Daraja, the only way to M-Pesa (docs/facts/mpesa-daraja.md). */
export interface DarajaHost {
  of(keys: MerchantKeys): Daraja;
  baseUrl: string;
  /** Resolves if it responds at all, even with a refusal. @throws if it does not. */
  reach(): Promise<void>;
  close(): Promise<void>;
}

/** Daraja for one merchant. Amounts are whole shillings, phones E.164. */
export interface Daraja {
  /** Resolves if the app's keys are accepted. */
  requireToken(): Promise<void>;
  stkPush(
    request: StkPush,
    owner: CallOwner,
  ): Promise<{ merchantRequestId: string; checkoutRequestId: string }>;
  /** The result of a prompt; undefined while it is being processed. */
  stkQuery(checkoutRequestId: string, owner: CallOwner): Promise<StkResult | undefined>;
  /** In production once for a shortcode. `payerForm`: how confirmations hide the payer's number. */
  registerUrls(
    urls: { confirmationUrl: string; validationUrl: string; payerForm: PayerForm },
    owner: CallOwner,
  ): Promise<void>;
  /** Requests that pulling be allowed; idempotent. */
  registerPull(
    registration: { callbackUrl: string; nominatedNumber: string },
    owner: CallOwner,
  ): Promise<void>;
  /** Payments between two times, at most 48 hours back. */
  pull(window: { from: Date; until: Date; offset: number }, owner: CallOwner): Promise<PulledTransaction[]>;
  payOut(request: PayOut, owner: CallOwner): Promise<{ conversationId: string }>;
  askTransaction(
    request: { originalConversationId?: string; receipt?: string } & ResultUrls,
    owner: CallOwner,
  ): Promise<void>;
  askBalance(urls: ResultUrls, owner: CallOwner): Promise<void>;
  reverse(
    request: { receipt: string; amountKes: number; remarks: string } & ResultUrls,
    owner: CallOwner,
  ): Promise<{ conversationId: string }>;
}

export type PayerForm = "mask" | "hash";

/** The owner of the call, for its recorded row: an organisation, or `platform`. */
export type CallOwner = string;

export interface StkPush {
  amountKes: number;
  phone: string;
  accountReference: string;
  description: string;
  callbackUrl: string;
}

export interface StkResult {
  resultCode: string;
  resultDesc: string;
}

export interface PulledTransaction {
  receipt: string;
  paidAt: Date;
  payer: string;
  account: string;
  amountCents: number;
}

export interface ResultUrls {
  resultUrl: string;
  timeoutUrl: string;
}

export interface PayOut extends ResultUrls {
  /** Sent as `OriginatorConversationID`: M-Pesa refuses a duplicate. */
  id: string;
  phone: string;
  amountKes: number;
  remarks: string;
}

/** Daraja refused: nothing was started. Decide by `errorCode` and the message, never by the status. */
export class DarajaError extends Error {
  readonly status: number;
  readonly errorCode: string;
  constructor(status: number, errorCode: string, message: string) {
    super(message);
    this.name = "DarajaError";
    this.status = status;
    this.errorCode = errorCode;
  }
}

/** No response, or one that leaves the result open. */
export class DarajaUnknown extends Error {
  constructor(cause: unknown) {
    super("M-Pesa did not answer", { cause });
    this.name = "DarajaUnknown";
  }
}
