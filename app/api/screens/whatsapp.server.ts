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
import { endpoint, query, verb } from "../endpoint.ts";
import { receivePicture } from "../receivePicture.ts";

const ofNumber = z.object({ phoneNumberId });
const account = z.object({ whatsappAccountId });

export const whatsapp = {
  /** The signup's status, step by step. */
  "GET /embedded-signup/status": query("whatsapp.view", z.object({}), signupStatus),
  "POST /embedded-signup": verb("whatsapp.manage", z.object({}), startSignup, {
    limit: { max: 20, windowSeconds: 600 },
  }),
  /** Meta's response, passed on by `/embedded-callback`. */
  "GET /meta/embedded-callback": verb("whatsapp.manage", embeddedCallback, finishSignup, {
    writes: true,
    limit: { max: 30, windowSeconds: 600 },
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
  "GET /whatsapp/accounts/:whatsappAccountId/checks": query(
    "whatsapp.view",
    account,
    (org, { whatsappAccountId }) => listChecks(org, whatsappAccountId),
  ),
  /** Checks with Meta now. */
  "POST /whatsapp/accounts/:whatsappAccountId/checks": verb("whatsapp.manage", account, checkConnection, {
    limit: { max: 20, windowSeconds: 600 },
  }),
  "GET /whatsapp/numbers/:phoneNumberId": query("whatsapp.view", ofNumber, (org, { phoneNumberId }) =>
    getNumber(org, phoneNumberId),
  ),
  /** Meta's current profile. */
  "GET /whatsapp/numbers/:phoneNumberId/profile": query(
    "whatsapp.viewDetails",
    ofNumber,
    (org, { phoneNumberId }) => getBusinessProfile(org, phoneNumberId),
    { limit: { max: 60, windowSeconds: 600 } },
  ),
  "PUT /whatsapp/numbers/:phoneNumberId/profile": verb(
    "whatsapp.manage",
    businessProfile.extend(ofNumber.shape),
    updateBusinessProfile,
    { limit: { max: 30, windowSeconds: 600 } },
  ),
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
  "POST /whatsapp/numbers/:phoneNumberId/register": verb(
    "whatsapp.manage",
    z.object({ phoneNumberId: idOf("phoneNumber", z.string().min(1).max(40)), pin }),
    verifyNumber,
    { limit: { max: 10, windowSeconds: 600 } },
  ),
};
