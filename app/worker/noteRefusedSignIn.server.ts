import { noteRefusedSignInJob } from "#app/domain/accounts/jobs.ts";
import { noteRefusedSignIn } from "#app/domain/accounts/sessions/noteRefused.server.ts";
import { handler } from "./handler.ts";

export const noteRefusedSignInHandler = handler(noteRefusedSignInJob, (services, input) =>
  noteRefusedSignIn({ services, input }),
);
