import { accrueShares } from "#app/domain/partners/accrue.server.ts";
import { drawSettlements } from "#app/domain/partners/draw.server.ts";
import { accrueSharesJob, drawSettlementsJob, paySettlementsJob } from "#app/domain/partners/jobs.ts";
import { paySettlements } from "#app/domain/partners/pay.server.ts";
import { handler } from "./handler.ts";

/** The partners' shares: booked, settled, paid out. */
export const partnerHandlers = [
  handler(accrueSharesJob, (services) => accrueShares(services)),
  handler(drawSettlementsJob, (services) => drawSettlements(services)),
  handler(paySettlementsJob, (services) => paySettlements(services)),
];
