import { notifyOwnerJob } from "#app/domain/accounts/jobs.ts";
import { notifyOwner } from "#app/domain/accounts/notifyOwner.server.ts";
import { handler } from "./handler.ts";

export const notifyOwnerHandler = handler(notifyOwnerJob, (services, input) =>
  notifyOwner({ services, input }),
);
