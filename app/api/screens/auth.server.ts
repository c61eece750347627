import { z } from "zod";
import { consumeFormDraft } from "#app/domain/accounts/formDrafts/consume.server.ts";
import { saveFormDraft } from "#app/domain/accounts/formDrafts/save.server.ts";
import { formDraftId, formDraftPlaces } from "#app/domain/accounts/formDrafts/schemas.ts";
import { changePassword } from "#app/domain/accounts/passwords/change.server.ts";
import { checkResetLink } from "#app/domain/accounts/passwords/checkResetLink.server.ts";
import { forgotPassword } from "#app/domain/accounts/passwords/forgot.server.ts";
import { resetPassword } from "#app/domain/accounts/passwords/reset.server.ts";
import { getCurrentUser, getShownUser } from "#app/domain/accounts/queries.server.ts";
import {
  changePasswordInput,
  currentPasswordForSignIn,
  email,
  newPassword,
  otp,
  resetToken,
  signUpInput,
} from "#app/domain/accounts/schemas.ts";
import { factorCode } from "#app/domain/accounts/secondFactors/schemas.ts";
import { passSecondFactor } from "#app/domain/accounts/sessions/passSecondFactor.server.ts";
import { signIn } from "#app/domain/accounts/sessions/signIn.server.ts";
import { signOut } from "#app/domain/accounts/sessions/signOut.server.ts";
import { getFirstPlan } from "#app/domain/accounts/signUp/firstPlan.server.ts";
import { resendOtp } from "#app/domain/accounts/signUp/resendOtp.server.ts";
import { signUp } from "#app/domain/accounts/signUp/signUp.server.ts";
import { verifyOtp } from "#app/domain/accounts/signUp/verifyOtp.server.ts";
import { endpoint } from "../endpoint.ts";
import { uploadOf } from "../uploadOf.ts";

/** Identity: sign-up, codes, sign-in, passwords. */
export const auth = {
  "GET /auth/me": endpoint({
    act: "account.view",
    input: z.object({}),
    run: async ({ ctx }) => ({ user: await getCurrentUser(ctx) }),
  }),
  "GET /auth/shown": endpoint({
    act: "account.view",
    input: z.object({}),
    run: async ({ ctx }) => ({ user: await getShownUser(ctx) }),
  }),
  "POST /auth/signin": endpoint({
    act: "public.use",
    input: z.object({
      email,
      password: currentPasswordForSignIn,
      remember: z.boolean().default(false),
      code: factorCode.optional(),
    }),
    run: ({ ctx, input, browser }) => browser.keep(signIn({ ctx, input, tokens: browser.tokens })),
  }),
  "POST /auth/second-factor": endpoint({
    act: "public.use",
    input: z.object({ code: factorCode }),
    run: ({ ctx, input, browser }) => browser.keep(passSecondFactor({ ctx, input, tokens: browser.tokens })),
  }),
  "POST /auth/logout": endpoint({
    act: "public.use",
    input: z.object({}),
    run: ({ ctx, browser }) => browser.keep(signOut({ ctx })),
  }),
  /** A form posted without a session, unchanged. */
  "POST /auth/form-drafts": endpoint({
    act: "public.use",
    takesFile: true,
    limit: { max: 120, windowSeconds: 900 },
    input: formDraftPlaces,
    run: ({ ctx, input, request }) => saveFormDraft({ ctx, input: { ...input, source: uploadOf(request) } }),
  }),
  "DELETE /auth/form-drafts/:draftId": endpoint({
    act: "account.manage",
    input: z.object({ draftId: formDraftId }),
    run: consumeFormDraft,
  }),
  "GET /auth/signup": endpoint({ act: "public.use", input: z.object({}), run: getFirstPlan }),
  "POST /auth/signup": endpoint({
    act: "public.use",
    input: signUpInput,
    run: ({ ctx, input, browser }) => browser.keep(signUp({ ctx, input, tokens: browser.tokens })),
  }),
  "POST /auth/verify-otp": endpoint({
    act: "public.use",
    input: z.object({ email, otp }),
    run: ({ ctx, input, browser }) => browser.keep(verifyOtp({ ctx, input, tokens: browser.tokens })),
  }),
  "POST /auth/resend-otp": endpoint({ act: "public.use", input: z.object({ email }), run: resendOtp }),
  "POST /auth/forgot-password": endpoint({
    act: "public.use",
    input: z.object({ email }),
    run: forgotPassword,
  }),
  "GET /auth/reset-password": endpoint({
    act: "public.use",
    input: z.object({ token: resetToken }),
    run: checkResetLink,
  }),
  "POST /auth/reset-password": endpoint({
    act: "public.use",
    input: z.object({ token: resetToken, password: newPassword }),
    run: ({ ctx, input, browser }) => browser.keep(resetPassword({ ctx, input })),
  }),
  "POST /auth/change-password": endpoint({
    act: "account.manage",
    input: changePasswordInput,
    run: ({ ctx, input, browser }) => browser.keep(changePassword({ ctx, input })),
  }),
};
