import { z } from "zod";
import { getPicture, listOwnActivity } from "#app/domain/profile/queries.server.ts";
import { receivePicture } from "#app/domain/profile/receivePicture.server.ts";
import { removePicture } from "#app/domain/profile/removePicture.server.ts";
import { savePicture } from "#app/domain/profile/savePicture.server.ts";
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
  /** The body is a multipart form with the field `picture`. */
  "POST /profile/picture": endpoint({
    who: "user",
    input: z.object({}),
    limit: { max: 30, windowSeconds: 3600 },
    run: async ({ ctx, request }) => savePicture({ ctx, input: { bytes: await receivePicture(request) } }),
  }),
  "DELETE /profile/picture": endpoint({ who: "user", input: z.object({}), run: removePicture }),
  /** The picture itself: the caller's own or a colleague's. */
  "GET /pictures": endpoint({
    who: "user",
    input: z.object({ picture: z.string().max(60) }),
    run: async ({ ctx, input }) => {
      const { bytes, contentType } = await getPicture(ctx, input.picture);
      return new Response(new Uint8Array(bytes), {
        headers: {
          "content-type": contentType,
          "content-length": String(bytes.length),
          "cache-control": "private, max-age=31536000, immutable",
          "content-security-policy": "default-src 'none'; sandbox",
          "x-content-type-options": "nosniff",
        },
      });
    },
  }),
};
