import { mailEmailChangeCode } from "#app/domain/accounts/emailChanges/mailCode.server.ts";
import { mailEmailChangeCodeJob } from "#app/domain/accounts/jobs.ts";
import { handler } from "./handler.ts";

export const mailEmailChangeCodeHandler = handler(mailEmailChangeCodeJob, (services, input) =>
  mailEmailChangeCode({ services, input }),
);
