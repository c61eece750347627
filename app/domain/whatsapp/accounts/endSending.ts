import type { Tx } from "#app/db/client.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { Reason } from "#app/platform/errors.ts";

/**
 * Cancels all pending campaigns and messages of an organisation from numbers that it loses. Returns how many.
 */
export type EndSending = (
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "clock">,
  input: { phoneNumberIds: readonly string[]; reason: Reason },
) => Promise<{ campaigns: number; messages: number }>;

let registered: EndSending | undefined;

/** Called once per process, before an account is connected. */
export const registerEndSending = (end: EndSending): void => {
  registered = end;
};

/** @throws Error when none is registered: another organisation's messages must not be sent. */
export const endSending: EndSending = (...args) => {
  if (!registered)
    throw new Error("Register what ends the sending of numbers before an account is connected");
  return registered(...args);
};
