import type { Tx } from "#app/db/client.server.ts";
import type { CampaignPayment, PaymentPart, VariableSource } from "#app/db/schema/messaging/campaigns.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** A recipient, with what their field says about the amount. */
export interface Payer {
  contactId: string;
  owed: string | null;
}

/** Asks the recipients of a campaign for money. A later room registers it. */
export interface CampaignPayments {
  /** @throws DomainError when nothing can be paid to the till */
  requireTill(tx: Tx, ctx: OrgContext, tillId: string): Promise<void>;
  /** Asks each once for a key and contact. Returns the words of those whose field is a valid amount. */
  ask(
    tx: Tx,
    ctx: OrgContext,
    campaign: { id: string; key: string; payment: CampaignPayment },
    payers: readonly Payer[],
  ): Promise<Map<string, Record<PaymentPart, string>>>;
}

let registered: CampaignPayments | undefined;

export const registerCampaignPayments = (payments: CampaignPayments): void => {
  registered = payments;
};

/** @throws Error where none were registered: no recipient may get a message without an account number. */
export function campaignPayments(): CampaignPayments {
  if (!registered) throw new Error("Register the payments of campaigns before one is prepared");
  return registered;
}

/** What previews and tests show, which ask for no money. */
export const samplePayment: Record<PaymentPart, string> = {
  amount: "KES\u00a01,500.00",
  number: "522533",
  account: "4821937H",
};

/** The variables that show a part of the recipient's payment. */
export const paymentVariables = (variables: Record<string, VariableSource>): [string, PaymentPart][] =>
  Object.entries(variables).flatMap(([key, source]) =>
    source.from === "payment" ? [[key, source.part] as [string, PaymentPart]] : [],
  );
