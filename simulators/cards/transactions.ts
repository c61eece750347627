/** A payment's status, in Paystack's terms. */
export type TransactionStatus = "abandoned" | "ongoing" | "success" | "failed" | "reversed";

export interface Transaction {
  id: number;
  reference: string;
  accessCode: string;
  email: string;
  /** Cents. */
  amount: number;
  currency: string;
  callbackUrl: string;
  cancelUrl: string;
  status: TransactionStatus;
  gatewayResponse: string;
  paidAt: string | null;
  createdAt: string;
}

/** A transaction as `verify` and webhooks show it. */
export const shown = (transaction: Transaction) => ({
  id: transaction.id,
  domain: "test",
  status: transaction.status,
  reference: transaction.reference,
  amount: transaction.amount,
  message: null,
  gateway_response: transaction.gatewayResponse,
  paid_at: transaction.paidAt,
  created_at: transaction.createdAt,
  channel: "card",
  currency: transaction.currency,
  fees: Math.round((transaction.amount * 29) / 1000),
  customer: { email: transaction.email },
});
