import { notifyOfPrice } from "#app/domain/console/billing/notifyOfPrice.server.ts";
import { notifyOfPriceJob } from "#app/domain/console/jobs.ts";
import { handler } from "./handler.ts";

export const notifyOfPriceHandler = handler(notifyOfPriceJob, (services, input) =>
  notifyOfPrice({ services, input }),
);
