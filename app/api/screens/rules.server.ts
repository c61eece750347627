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
import { endpoint } from "../endpoint.ts";

const one = z.object({ ruleId });
const changes = { max: 600, windowSeconds: 3600 };

/** Rules: when an event – if its fields – then actions. */
export const rules = {
  "GET /rules": endpoint({
    act: "rules.view",
    input: z.object({}),
    run: ({ org }) => listRules(org),
  }),
  "GET /rules/choices": endpoint({
    act: "rules.start",
    input: z.object({}),
    run: ({ org }) => ruleChoices(org),
  }),
  "POST /rules": endpoint({
    act: "rules.manage",
    creates: true,
    input: ruleForm,
    limit: changes,
    run: ({ org, input }) => createRule({ ctx: org, input }),
  }),
  "GET /rules/:ruleId": endpoint({
    act: "rules.view",
    input: one,
    run: ({ org, input }) => getRule(org, input.ruleId),
  }),
  "PUT /rules/:ruleId": endpoint({
    act: "rules.manage",
    input: z.intersection(ruleForm, one),
    limit: changes,
    run: ({ org, input }) => updateRule({ ctx: org, input }),
  }),
  "POST /rules/:ruleId/switch": endpoint({
    act: "rules.manage",
    input: one.extend({ isOn: z.boolean() }),
    limit: changes,
    run: ({ org, input }) => switchRule({ ctx: org, input }),
  }),
  "DELETE /rules/:ruleId": endpoint({
    act: "rules.manage",
    input: one,
    run: ({ org, input }) => deleteRule({ ctx: org, input }),
  }),
  "GET /rules/:ruleId/log": endpoint({
    act: "rules.view",
    input: ruleLogFilter.extend({ ruleId }),
    run: ({ org, input }) => getRuleLog(org, input),
  }),
  "GET /rules/:ruleId/try": endpoint({
    act: "rules.view",
    input: one,
    run: ({ org, input }) => tryRule(org, input.ruleId),
  }),
};
