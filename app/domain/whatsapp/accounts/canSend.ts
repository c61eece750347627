/** Whether a number can send: Meta has it registered, and its account is connected to us. */
export const canSend = (account: { status: string }, number: { status: string | null }): boolean =>
  account.status === "connected" && number.status === "CONNECTED";

/** Why a number that Meta judged can't send, in words. */
export const judgedByMeta = (status: string): string =>
  `Meta has set this number to ${status.toLowerCase().replaceAll("_", " ")}, so it can't send. WhatsApp Manager shows why.`;
