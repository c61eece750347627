import { z } from "zod";
import {
  getRule,
  getRuleLog,
  listRules,
  ruleChoices,
  tryRule,
} from "#app/domain/integrations/rules/queries.server.ts";
import {
  createRule,
  deleteRule,
  switchRule,
  updateRule,
} from "#app/domain/integrations/rules/save.server.ts";
import { ruleForm, ruleId, ruleLogFilter } from "#app/domain/integrations/rules/schemas.ts";
import { orgContext } from "#app/platform/context.ts";
import { endpoint } from "../endpoint.ts";

const one = z.object({ ruleId });
const changes = { max: 600, windowSeconds: 3600 };

/** Rules: when an event – if its fields – then actions. */
export const rules = {
  "GET /rules": endpoint({
    who: "member",
    input: z.object({}),
    run: ({ ctx }) => listRules(orgContext(ctx)),
  }),
  "GET /rules/choices": endpoint({
    who: "manager",
    input: z.object({}),
    run: ({ ctx }) => ruleChoices(orgContext(ctx)),
  }),
  "POST /rules": endpoint({
    who: "manager",
    input: ruleForm,
    limit: changes,
    run: ({ ctx, input }) => createRule({ ctx: orgContext(ctx), input }),
  }),
  "GET /rules/:ruleId": endpoint({
    who: "member",
    input: one,
    run: ({ ctx, input }) => getRule(orgContext(ctx), input.ruleId),
  }),
  "PUT /rules/:ruleId": endpoint({
    who: "manager",
    input: z.intersection(ruleForm, one),
    limit: changes,
    run: ({ ctx, input }) => updateRule({ ctx: orgContext(ctx), input }),
  }),
  "POST /rules/:ruleId/switch": endpoint({
    who: "manager",
    input: one.extend({ isOn: z.boolean() }),
    limit: changes,
    run: ({ ctx, input }) => switchRule({ ctx: orgContext(ctx), input }),
  }),
  "DELETE /rules/:ruleId": endpoint({
    who: "manager",
    input: one,
    run: ({ ctx, input }) => deleteRule({ ctx: orgContext(ctx), input }),
  }),
  "GET /rules/:ruleId/log": endpoint({
    who: "member",
    input: ruleLogFilter.extend({ ruleId }),
    run: ({ ctx, input }) => getRuleLog(orgContext(ctx), input),
  }),
  "GET /rules/:ruleId/try": endpoint({
    who: "member",
    input: one,
    run: ({ ctx, input }) => tryRule(orgContext(ctx), input.ruleId),
  }),
};
