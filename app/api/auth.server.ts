import { z } from "zod";
import { factorCode } from "#app/domain/secondFactors/schemas.ts";
import { passSecondFactor } from "#app/domain/sessions/passSecondFactor.server.ts";
import { signIn } from "#app/domain/sessions/signIn.server.ts";
import { signOut } from "#app/domain/sessions/signOut.server.ts";
import { changePassword } from "#app/domain/users/changePassword.server.ts";
import { checkResetLink } from "#app/domain/users/checkResetLink.server.ts";
import { forgotPassword } from "#app/domain/users/forgotPassword.server.ts";
import { getCurrentUser } from "#app/domain/users/queries.server.ts";
import { resendOtp } from "#app/domain/users/resendOtp.server.ts";
import { resetPassword } from "#app/domain/users/resetPassword.server.ts";
import {
  changePasswordInput,
  currentPasswordForSignIn,
  email,
  newPassword,
  otp,
  resetToken,
  signUpInput,
} from "#app/domain/users/schemas.ts";
import { signUp } from "#app/domain/users/signUp.server.ts";
import { verifyOtp } from "#app/domain/users/verifyOtp.server.ts";
import { endpoint } from "./endpoint.ts";

/** Identity, with the calls and payloads of spec section 7. */
export const auth = {
  "GET /auth/me": endpoint({
    who: "user",
    input: z.object({}),
    run: async ({ ctx }) => ({ user: await getCurrentUser(ctx) }),
  }),
  "POST /auth/signin": endpoint({
    who: "anyone",
    input: z.object({ email, password: currentPasswordForSignIn, remember: z.boolean().default(false) }),
    run: signIn,
  }),
  "POST /auth/second-factor": endpoint({
    who: "anyone",
    input: z.object({ code: factorCode }),
    run: passSecondFactor,
  }),
  "POST /auth/logout": endpoint({ who: "anyone", input: z.object({}), run: signOut }),
  "POST /auth/signup": endpoint({ who: "anyone", input: signUpInput, run: signUp }),
  "POST /auth/verify-otp": endpoint({ who: "anyone", input: z.object({ email, otp }), run: verifyOtp }),
  "POST /auth/resend-otp": endpoint({ who: "anyone", input: z.object({ email }), run: resendOtp }),
  "POST /auth/forgot-password": endpoint({ who: "anyone", input: z.object({ email }), run: forgotPassword }),
  "GET /auth/reset-password": endpoint({
    who: "anyone",
    input: z.object({ token: resetToken }),
    run: checkResetLink,
  }),
  "POST /auth/reset-password": endpoint({
    who: "anyone",
    input: z.object({ token: resetToken, password: newPassword }),
    run: resetPassword,
  }),
  "POST /auth/change-password": endpoint({ who: "user", input: changePasswordInput, run: changePassword }),
};
