import { sendOneTimeCodeJob } from "#app/domain/accounts/oneTimeCodes/jobs.ts";
import { sendOneTimeCode } from "#app/domain/accounts/oneTimeCodes/send.server.ts";
import { handler } from "./handler.ts";

export const sendOneTimeCodeHandler = handler(sendOneTimeCodeJob, (services, input) =>
  sendOneTimeCode({ services, input }),
);
