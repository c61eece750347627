import { z } from "zod";
import { flushCalls } from "#app/domain/organisations/apiCalls/log.server.ts";
import { callFigures, getCall, listCalls } from "#app/domain/organisations/apiCalls/queries.server.ts";
import { createDefaultKey } from "#app/domain/organisations/apiKeys/createDefault.server.ts";
import { createKey, getKey, listKeys, revokeKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { readKey } from "#app/domain/organisations/apiKeys/read.server.ts";
import { regenerateKey } from "#app/domain/organisations/apiKeys/regenerate.server.ts";
import { everything, scopes } from "#app/domain/organisations/apiKeys/words.ts";
import { notFound } from "#app/platform/errors.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { endpoint, verb } from "../endpoint.ts";
import { callsAMinute } from "../v1/admit.server.ts";
import { documentation, documentedCall } from "../v1/documentation.ts";
import { curlOf } from "../v1/examples.ts";
import { openapiDocument } from "../v1/openapi.ts";

/**
 * The developers' platform: keys and webhooks are secrets of the whole organisation, so for its managers
 * only.
 */
export const developer = {
  "GET /developer/docs": endpoint({
    act: "public.use",
    input: z.object({}),
    run: async () => documentation(),
  }),
  "GET /developer/docs/call": endpoint({
    act: "public.use",
    input: z.object({ name: z.string().max(64) }),
    run: async ({ ctx, input }) => {
      const call = documentedCall(input.name, ctx.config.appUrl);
      if (!call) throw notFound("API call");
      return { call };
    },
  }),
  "GET /developer/openapi.json": endpoint({
    act: "public.use",
    input: z.object({}),
    run: async ({ ctx }) => openapiDocument(ctx.config.appUrl),
  }),
  "GET /developer/figures": endpoint({
    act: "developer.view",
    input: z.object({}),
    run: async ({ ctx, org }) => {
      await flushCalls(ctx);
      return { ...(await callFigures({ ctx: org })), perMinute: callsAMinute };
    },
  }),
  "GET /developer/calls": endpoint({
    act: "developer.viewCalls",
    input: z.object({
      outcome: z.enum(["success", "failure"]).optional(),
      method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
      before: z
        .string()
        .regex(/^\d{1,15}\.[\w-]{1,64}$/)
        .optional(),
    }),
    run: async ({ ctx, org, input }) => {
      await flushCalls(ctx);
      return listCalls({ ctx: org, input });
    },
  }),
  "GET /developer/calls/:requestId": endpoint({
    act: "developer.viewCalls",
    input: z.object({ requestId: idOf("request", z.string().max(64)) }),
    run: async ({ ctx, org, input }) => {
      await flushCalls(ctx);
      const { call } = await getCall({ ctx: org, input });
      return { call, curl: curlOf(call.method, `${ctx.config.appUrl}${call.path}`, call.requestBody) };
    },
  }),
  "GET /developer/api-key": verb("developer.manage", z.object({}), readKey),
  "POST /developer/api-key": verb("developer.manage", z.object({}), createDefaultKey, {
    limit: { max: 20, windowSeconds: 3600 },
  }),
  "POST /developer/api-key/regenerate": verb("developer.manage", z.object({}), regenerateKey, {
    limit: { max: 20, windowSeconds: 3600 },
  }),
  "GET /developer/api-keys": verb("developer.manage", z.object({}), listKeys),
  "POST /developer/api-keys": verb(
    "developer.manage",
    z.object({
      name: z.string().trim().min(1, { error: m.checks_api_key_name_required }).max(60),
      mode: z.enum(["live", "test"]).default("live"),
      scopes: z
        .array(z.enum([everything, ...scopes]))
        .min(1)
        .default([everything]),
      expiresAt: z.coerce.date().nullable().default(null),
    }),
    createKey,
    { limit: { max: 60, windowSeconds: 3600 } },
  ),
  "GET /developer/api-keys/:keyId": verb(
    "developer.manage",
    z.object({ keyId: idOf("key", z.string().max(64)) }),
    getKey,
  ),
  "DELETE /developer/api-keys/:keyId": verb(
    "developer.manage",
    z.object({ keyId: idOf("key", z.string().max(64)) }),
    revokeKey,
  ),
};
