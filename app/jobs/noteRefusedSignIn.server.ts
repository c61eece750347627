import { z } from "zod";
import { noteRefusedSignIn } from "#app/domain/sessions/noteRefused.server.ts";
import { job } from "./jobs.server.ts";

/** Looks the address up after the answer was given, so that the time of the answer does not tell who has an account. */
export const noteRefusedSignInJob = job({
  name: "note-refused-sign-in",
  payload: z.object({ email: z.string(), ipAddress: z.string(), userAgent: z.string() }),
  run: (services, input) => noteRefusedSignIn({ services, input }),
});
