import { z } from "zod";
import { listOwnActivity } from "#app/domain/profile/queries.server.ts";
import { profileForm } from "#app/domain/profile/schemas.ts";
import { updateProfile } from "#app/domain/profile/update.server.ts";
import { endpoint } from "./endpoint.ts";

export const profile = {
  "GET /profile/activity": endpoint({
    who: "member",
    input: z.object({}),
    run: async ({ ctx }) => listOwnActivity(ctx),
  }),
  "PUT /profile": endpoint({
    who: "user",
    input: profileForm,
    run: async ({ ctx, input }) => updateProfile({ ctx, input }),
  }),
};
