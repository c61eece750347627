import { z } from "zod";
import { getCurrentUser } from "#app/domain/users/queries.server.ts";
import { endpoint } from "./endpoint.ts";

export const auth = {
  "GET /auth/me": endpoint({
    who: "user",
    input: z.object({}),
    run: async ({ ctx }) => ({ user: await getCurrentUser(ctx) }),
  }),
};
