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
import { query, verb } from "../endpoint.ts";

const one = z.object({ ruleId });
const changes = { max: 600, windowSeconds: 3600 };

/** Rules: when an event – if its fields – then actions. */
export const rules = {
  "GET /rules": query("rules.view", z.object({}), listRules),
  "GET /rules/choices": query("rules.start", z.object({}), ruleChoices),
  "POST /rules": verb("rules.manage", ruleForm, createRule, { creates: true, limit: changes }),
  "GET /rules/:ruleId": query("rules.view", one, (org, { ruleId }) => getRule(org, ruleId)),
  "PUT /rules/:ruleId": verb("rules.manage", z.intersection(ruleForm, one), updateRule, { limit: changes }),
  "POST /rules/:ruleId/switch": verb("rules.manage", one.extend({ isOn: z.boolean() }), switchRule, {
    limit: changes,
  }),
  "DELETE /rules/:ruleId": verb("rules.manage", one, deleteRule),
  "GET /rules/:ruleId/log": query("rules.view", ruleLogFilter.extend({ ruleId }), getRuleLog),
  "GET /rules/:ruleId/try": query("rules.view", one, (org, { ruleId }) => tryRule(org, ruleId)),
};
