import { recordRefusedSignInJob } from "#app/domain/accounts/jobs.ts";
import { recordRefusedSignIn } from "#app/domain/accounts/sessions/recordRefused.server.ts";
import { handler } from "./handler.ts";

export const noteRefusedSignInHandler = handler(recordRefusedSignInJob, (services, input) =>
  recordRefusedSignIn({ services, input }),
);
