import { tellPrice } from "#app/domain/console/billing/tellPrice.server.ts";
import { tellPriceJob } from "#app/domain/console/jobs.ts";
import { handler } from "./handler.ts";

export const tellPriceHandler = handler(tellPriceJob, (services, input) => tellPrice({ services, input }));
