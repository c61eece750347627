import { z } from "zod";
import { cancelEmailChange } from "#app/domain/accounts/emailChanges/cancel.server.ts";
import { confirmEmailChange } from "#app/domain/accounts/emailChanges/confirm.server.ts";
import { getEmailChange } from "#app/domain/accounts/emailChanges/queries.server.ts";
import { resendEmailChangeCode } from "#app/domain/accounts/emailChanges/resendCode.server.ts";
import { deletePicture } from "#app/domain/accounts/profile/deletePicture.server.ts";
import { getPicture } from "#app/domain/accounts/profile/queries.server.ts";
import { profileInput } from "#app/domain/accounts/profile/schemas.ts";
import { updateProfile } from "#app/domain/accounts/profile/update.server.ts";
import { updatePicture } from "#app/domain/accounts/profile/updatePicture.server.ts";
import { otp } from "#app/domain/accounts/schemas.ts";
import { listOwnActivity } from "#app/domain/insights/activity/own.server.ts";
import { endpoint } from "../endpoint.ts";
import { receivePicture } from "../receivePicture.ts";

export const profile = {
  "GET /profile/activity": endpoint({
    act: "account.manage",
    input: z.object({}),
    run: async ({ ctx }) => listOwnActivity(ctx),
  }),
  "PUT /profile": endpoint({
    act: "account.manage",
    input: profileInput,
    run: async ({ ctx, input }) => updateProfile({ ctx, input }),
  }),
  "GET /profile/email": endpoint({
    act: "account.manage",
    input: z.object({}),
    run: async ({ ctx }) => getEmailChange(ctx),
  }),
  "POST /profile/email/confirm": endpoint({
    act: "account.manage",
    input: z.object({ otp }),
    run: confirmEmailChange,
  }),
  "POST /profile/email/resend": endpoint({
    act: "account.manage",
    input: z.object({}),
    run: resendEmailChangeCode,
  }),
  "DELETE /profile/email": endpoint({ act: "account.manage", input: z.object({}), run: cancelEmailChange }),
  /** The body is a multipart form with the field `picture`. */
  "POST /profile/picture": endpoint({
    act: "account.manage",
    input: z.object({}),
    limit: { max: 30, windowSeconds: 3600 },
    run: async ({ ctx, request }) => updatePicture({ ctx, input: { bytes: await receivePicture(request) } }),
  }),
  "DELETE /profile/picture": endpoint({ act: "account.manage", input: z.object({}), run: deletePicture }),
  /** The picture itself: the caller's own or a colleague's. */
  "GET /pictures": endpoint({
    act: "account.view",
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
