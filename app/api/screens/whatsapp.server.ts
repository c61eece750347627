import { z } from "zod";
import { activateAccount } from "#app/domain/whatsapp/accounts/activate.server.ts";
import { disconnectAccount } from "#app/domain/whatsapp/accounts/disconnect.server.ts";
import { finishSignup } from "#app/domain/whatsapp/accounts/finishSignup.server.ts";
import {
  describeAccount,
  listAccounts,
  listNumbers,
  signupStatus,
} from "#app/domain/whatsapp/accounts/queries.server.ts";
import { embeddedCallback, pin, whatsappAccountId } from "#app/domain/whatsapp/accounts/schemas.ts";
import { startSignup } from "#app/domain/whatsapp/accounts/startSignup.server.ts";
import { verifyNumber } from "#app/domain/whatsapp/accounts/verifyNumber.server.ts";
import { checkConnection, listChecks } from "#app/domain/whatsapp/doctor/check.server.ts";
import {
  getBusinessProfile,
  updateBusinessPicture,
  updateBusinessProfile,
} from "#app/domain/whatsapp/numbers/profile.server.ts";
import { getNumber } from "#app/domain/whatsapp/numbers/queries.server.ts";
import { businessProfile, phoneNumberId } from "#app/domain/whatsapp/numbers/schemas.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint } from "../endpoint.ts";
import { receivePicture } from "../receivePicture.ts";

const ofNumber = z.object({ phoneNumberId });
const account = z.object({ whatsappAccountId });

export const whatsapp = {
  /** The signup's status, step by step. */
  "GET /embedded-signup/status": endpoint({
    act: "whatsapp.view",
    input: z.object({}),
    run: ({ org }) => signupStatus(org),
  }),
  "POST /embedded-signup": endpoint({
    act: "whatsapp.manage",
    input: z.object({}),
    limit: { max: 20, windowSeconds: 600 },
    run: ({ org }) => startSignup({ ctx: org }),
  }),
  /** Meta's response, passed on by `/embedded-callback`. */
  "GET /meta/embedded-callback": endpoint({
    act: "whatsapp.manage",
    writes: true,
    input: embeddedCallback,
    limit: { max: 30, windowSeconds: 600 },
    run: ({ org, input }) => finishSignup({ ctx: org, input }),
  }),
  "GET /whatsapp/accounts": endpoint({
    act: "whatsapp.view",
    input: z.object({}),
    run: async ({ ctx }) => ({ accounts: await listAccounts(ctx) }),
  }),
  "GET /whatsapp/accounts/:whatsappAccountId": endpoint({
    act: "whatsapp.view",
    input: account,
    run: async ({ ctx, input }) => ({ account: await describeAccount(ctx, input.whatsappAccountId) }),
  }),
  /** Repeats the last steps of the setup: webhooks, numbers, templates. */
  "POST /whatsapp/accounts/:whatsappAccountId/resume": endpoint({
    act: "whatsapp.resume",
    input: account,
    limit: { max: 20, windowSeconds: 600 },
    run: ({ org, input }) => activateAccount({ ctx: org, input: { id: input.whatsappAccountId } }),
  }),
  "POST /whatsapp/accounts/:whatsappAccountId/disconnect": endpoint({
    act: "whatsapp.manage",
    input: account,
    run: ({ org, input }) => disconnectAccount({ ctx: org, input: { id: input.whatsappAccountId } }),
  }),
  /** The connection doctor's findings, newest first. */
  "GET /whatsapp/accounts/:whatsappAccountId/checks": endpoint({
    act: "whatsapp.view",
    input: account,
    run: ({ org, input }) => listChecks(org, input.whatsappAccountId),
  }),
  /** Checks with Meta now. */
  "POST /whatsapp/accounts/:whatsappAccountId/checks": endpoint({
    act: "whatsapp.manage",
    input: account,
    limit: { max: 20, windowSeconds: 600 },
    run: ({ org, input }) => checkConnection({ ctx: org, input }),
  }),
  "GET /whatsapp/numbers/:phoneNumberId": endpoint({
    act: "whatsapp.view",
    input: ofNumber,
    run: ({ org, input }) => getNumber(org, input.phoneNumberId),
  }),
  /** Meta's current profile. */
  "GET /whatsapp/numbers/:phoneNumberId/profile": endpoint({
    act: "whatsapp.viewDetails",
    input: ofNumber,
    limit: { max: 60, windowSeconds: 600 },
    run: ({ org, input }) => getBusinessProfile(org, input.phoneNumberId),
  }),
  "PUT /whatsapp/numbers/:phoneNumberId/profile": endpoint({
    act: "whatsapp.manage",
    input: businessProfile.extend(ofNumber.shape),
    limit: { max: 30, windowSeconds: 600 },
    run: ({ org, input }) => updateBusinessProfile({ ctx: org, input }),
  }),
  /** The body is a multipart form with the field `picture`. */
  "POST /whatsapp/numbers/:phoneNumberId/picture": endpoint({
    act: "whatsapp.manage",
    input: ofNumber,
    limit: { max: 10, windowSeconds: 600 },
    run: async ({ org, input, request }) =>
      updateBusinessPicture({
        ctx: org,
        input: { ...input, readPicture: () => receivePicture(request) },
      }),
  }),
  "GET /whatsapp/numbers": endpoint({
    act: "whatsapp.view",
    input: z.object({}),
    run: async ({ ctx }) => ({ numbers: await listNumbers(ctx) }),
  }),
  "POST /whatsapp/numbers/:phoneNumberId/register": endpoint({
    act: "whatsapp.manage",
    input: z.object({ phoneNumberId: idOf("phoneNumber", z.string().min(1).max(40)), pin }),
    limit: { max: 10, windowSeconds: 600 },
    run: ({ org, input }) => verifyNumber({ ctx: org, input }),
  }),
};
