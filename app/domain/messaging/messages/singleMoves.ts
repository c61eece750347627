import type { Tx } from "#app/db/client.server.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** A message of no campaign that went from one state to another. */
export interface SingleMove {
  id: string;
  from: MessageState;
  to: MessageState;
}

/** Counts moves for what sent the messages, in the transaction of the moves. A later room registers it. */
export type CountSingleMoves = (tx: Tx, orgId: OrgId, moves: readonly SingleMove[]) => Promise<void>;

let registered: CountSingleMoves | undefined;

export const registerSingleMoves = (count: CountSingleMoves): void => {
  registered = count;
};

/** @throws Error where none was registered: figures would miss the moves for good. */
export const countSingleMoves: CountSingleMoves = (...args) => {
  if (!registered) throw new Error("Register what counts single messages before one is moved");
  return registered(...args);
};
