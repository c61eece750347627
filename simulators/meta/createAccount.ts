import { newNodeId } from "./ids.ts";
import type { StatusMode } from "./options.ts";
import type { Simulator } from "./simulator.ts";
import type { BusinessPhoneNumber, WhatsAppAccount } from "./state.ts";

export interface NewAccount {
  verifiedName: string;
  displayPhoneNumber: string;
  /** Ready to send and subscribed; otherwise verified only, as embedded signup leaves it. */
  isRegistered: boolean;
  throughput?: number;
  webhookUrl?: string;
  statuses?: StatusMode;
  messagingLimit?: string;
}

export function createAccount(
  simulator: Simulator,
  input: NewAccount,
): { account: WhatsAppAccount; number: BusinessPhoneNumber } {
  const account: WhatsAppAccount = {
    id: newNodeId(),
    name: input.verifiedName,
    ownerBusinessId: newNodeId(),
    subscribed: input.isRegistered,
    templateCreations: [],
  };
  if (input.webhookUrl !== undefined) account.appWebhookUrl = input.webhookUrl;
  if (input.statuses !== undefined) account.statuses = input.statuses;
  if (input.messagingLimit !== undefined) account.messagingLimit = input.messagingLimit;
  const number: BusinessPhoneNumber = {
    id: newNodeId(),
    wabaId: account.id,
    displayPhoneNumber: displayForm(input.displayPhoneNumber),
    digits: digitsOf(input.displayPhoneNumber),
    verifiedName: input.verifiedName,
    status: input.isRegistered ? "CONNECTED" : "PENDING",
    throughput: input.throughput ?? simulator.options.throughput,
    registrations: [],
    serviceMonth: "",
    serviceMessages: 0,
  };
  simulator.state.accounts.set(account.id, account);
  simulator.state.numbers.set(number.id, number);
  simulator.state.touch();
  return { account, number };
}

/** E.164 digits; a Kenyan number may be written with its trunk 0. */
export function digitsOf(phone: string): string {
  const digits = phone.replaceAll(/\D/g, "");
  return digits.startsWith("0") ? `254${digits.slice(1)}` : digits;
}

/** `254700111222` as `+254 700 111 222`; other countries in groups of three. */
function displayForm(phone: string): string {
  const digits = digitsOf(phone);
  return `+${digits.replaceAll(/\B(?=(\d{3})+(?!\d))/g, " ")}`;
}
