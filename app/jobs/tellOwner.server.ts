import { z } from "zod";
import { tellOwner } from "#app/domain/users/tellOwner.server.ts";
import { job } from "./jobs.server.ts";

/** Mails the owner of an address that was used to sign up once more. */
export const tellOwnerJob = job({
  name: "tell-owner",
  payload: z.object({ email: z.string() }),
  run: (services, input) => tellOwner({ services, input }),
});
