/** Whether a number can send: Meta has it registered, and its account is connected to us. */
export const canSend = (account: { status: string }, number: { status: string | null }): boolean =>
  account.status === "connected" && number.status === "CONNECTED";
