import type { Scenario } from "./results.ts";

export interface Prompt {
  merchantRequestId: string;
  checkoutRequestId: string;
  shortcode: string;
  msisdn: string;
  /** Whole shillings. */
  amount: number;
  accountReference: string;
  callbackUrl: string;
  createdMs: number;
  resultCode: string | undefined;
  receipt: string | undefined;
  scenario: Scenario | undefined;
  /** The result when its numbers do not belong together. */
  wrongParty?: string | undefined;
  /** The number of queries that still report "processing". */
  pendingQueries: number;
}

/** Money received or sent by the shortcode. */
export interface Transaction {
  receipt: string;
  shortcode: string;
  kind: "stk" | "c2b" | "b2c" | "reversal";
  msisdn: string;
  amount: number;
  account: string;
  atMs: number;
  originatorConversationId?: string;
  reversedBy?: string;
}

/** How confirmations name the payer: by a mask, or by the SHA-256 of the digits (v1). */
export type PayerForm = "mask" | "hash";

export interface RegisteredUrls {
  shortcode: string;
  responseType: "Completed" | "Cancelled";
  confirmationUrl: string;
  validationUrl: string;
  payerForm: PayerForm;
}

/** What the phone company keeps for a shortcode. */
export interface Account {
  urls: RegisteredUrls | undefined;
  pullRegistered: boolean;
  /** Whole shillings. */
  balances: { working: number; utility: number; charges: number };
  /** Beginnings of the paths that its app may not call; none by default. */
  missingProducts?: string[];
}

/** The platform's own account, and those of other merchants by their shortcodes. */
export interface DarajaState extends Account {
  merchants: Record<string, Account>;
  prompts: Prompt[];
  transactions: Transaction[];
  /** Each customer's balance; unlisted ones have enough. */
  customers: Record<string, number>;
  faults: { scenario: Scenario; count: number }[];
  /** Accepted `OriginatorConversationID`s. */
  payouts: Record<string, { conversationId: string; receipt: string | undefined; resultCode: string }>;
}

export const emptyAccount = (): Account => ({
  urls: undefined,
  pullRegistered: false,
  balances: { working: 0, utility: 1_000_000, charges: 0 },
});

export const emptyState = (): DarajaState => ({
  ...emptyAccount(),
  merchants: {},
  prompts: [],
  transactions: [],
  customers: {},
  faults: [],
  payouts: {},
});

/** Takes one use of a fault, if one is set. */
export function takeFault(state: DarajaState, among?: readonly Scenario[]): Scenario | undefined {
  const fault = state.faults.find(
    ({ scenario, count }) => count > 0 && (among === undefined || among.includes(scenario)),
  );
  if (!fault) return undefined;
  fault.count -= 1;
  return fault.scenario;
}
