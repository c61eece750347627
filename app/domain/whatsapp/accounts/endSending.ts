import type { Tx } from "#app/db/client.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { Reason } from "#app/platform/errors.ts";

/** Ends everything that an organisation still has to send from numbers that it loses, and returns how much that was. */
export type EndSending = (
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "clock">,
  input: { phoneNumberIds: readonly string[]; reason: Reason },
) => Promise<{ campaigns: number; messages: number }>;

let registered: EndSending | undefined;

/** Names what ends the sending of numbers; each process does it once, before an account is connected. */
export const registerEndSending = (end: EndSending): void => {
  registered = end;
};

/** @throws Error where nothing was registered: another organisation's messages must not be sent. */
export const endSending: EndSending = (...args) => {
  if (!registered)
    throw new Error("Register what ends the sending of numbers before an account is connected");
  return registered(...args);
};
