import type { Call } from "#app/platform/context.ts";
import { type Ask, askForPaymentIn } from "./ask.server.ts";
import { readRequestIn } from "./pages.server.ts";
import { oneOpenPrompt } from "./prompt.server.ts";

type Row = Awaited<ReturnType<typeof readRequestIn>>;

/** Carries the result out of the transaction, which ends without storing anything. */
class Tried extends Error {
  readonly row: Row;
  constructor(row: Row) {
    super("tried, and not stored");
    this.row = row;
  }
}

/**
 * What asking would do, for a test key: everything is checked, nothing is stored, and no phone is prompted.
 * @throws DomainError those of `askForPayment`
 */
export const tryAsking = ({ ctx, input }: Call<Ask>): Promise<Row> =>
  oneOpenPrompt(() =>
    ctx.db.withOrg(ctx.orgId, async (tx): Promise<Row> => {
      const { request } = await askForPaymentIn(tx, ctx, input);
      throw new Tried(await readRequestIn(tx, ctx.orgId, request.id));
    }),
  ).catch((error: unknown) => {
    if (error instanceof Tried) return error.row;
    throw error;
  });
