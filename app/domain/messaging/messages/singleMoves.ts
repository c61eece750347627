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

interface SingleMoves {
  count: CountSingleMoves;
  /** SQL: the organisation may have something to count; the parameter is its id. */
  mayCount: (org: string) => string;
}

let registered: SingleMoves | undefined;

export const registerSingleMoves = (moves: SingleMoves): void => {
  registered = moves;
};

/** @throws Error where none was registered: figures would miss the moves for good. */
function required(): SingleMoves {
  if (!registered) throw new Error("Register what counts single messages before one is moved");
  return registered;
}

export const countSingleMoves: CountSingleMoves = (...args) => required().count(...args);
export const mayCountSingleMoves = (org: string): string => required().mayCount(org);
