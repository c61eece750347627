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
  /** The number of queries that still report "processing". */
  pendingQueries: number;
}

/** Money received or sent by the shortcode. */
export interface Transaction {
  receipt: string;
  kind: "stk" | "c2b" | "b2c" | "reversal";
  msisdn: string;
  amount: number;
  account: string;
  atMs: number;
  originatorConversationId?: string;
  reversedBy?: string;
}

export interface RegisteredUrls {
  shortcode: string;
  responseType: "Completed" | "Cancelled";
  confirmationUrl: string;
  validationUrl: string;
}

export interface DarajaState {
  prompts: Prompt[];
  transactions: Transaction[];
  urls: RegisteredUrls | undefined;
  pullRegistered: boolean;
  /** Whole shillings. */
  balances: { working: number; utility: number; charges: number };
  /** Each customer's balance; unlisted ones have enough. */
  customers: Record<string, number>;
  faults: { scenario: Scenario; count: number }[];
  /** Accepted `OriginatorConversationID`s. */
  payouts: Record<string, { conversationId: string; receipt: string | undefined; resultCode: string }>;
}

export const emptyState = (): DarajaState => ({
  prompts: [],
  transactions: [],
  urls: undefined,
  pullRegistered: false,
  balances: { working: 0, utility: 1_000_000, charges: 0 },
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
