import { tellOwnerJob } from "#app/domain/accounts/jobs.ts";
import { tellOwner } from "#app/domain/accounts/tellOwner.server.ts";
import { handler } from "./handler.ts";

export const tellOwnerHandler = handler(tellOwnerJob, (services, input) => tellOwner({ services, input }));
