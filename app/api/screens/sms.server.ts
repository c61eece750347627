import { z } from "zod";
import { smsAccountForm, templateSmsForm } from "#app/domain/messaging/sms/schemas.ts";
import {
  connectSms,
  getSmsSettings,
  removeSms,
  turnOffSms,
} from "#app/domain/messaging/sms/settings.server.ts";
import { getTemplateSms, setTemplateSms } from "#app/domain/messaging/sms/template.server.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, query, verb } from "../endpoint.ts";

const templateId = idOf("template", z.string().min(1).max(80));

/** SMS where WhatsApp does not deliver. */
export const sms = {
  "GET /sms": query("sending.view", z.object({}), getSmsSettings),
  "PUT /sms": verb("sending.manage", smsAccountForm, connectSms),
  /** Keeps the account. */
  "POST /sms/off": verb("sending.manage", z.object({}), turnOffSms),
  "DELETE /sms": verb("sending.manage", z.object({}), removeSms),
  /** `text`: previewed with the samples of the template's variables. */
  "GET /templates/:templateId/sms": query(
    "templates.view",
    z.object({ templateId, text: z.string().max(2000).optional() }),
    getTemplateSms,
  ),
  "PUT /templates/:templateId/sms": endpoint({
    act: "sending.manage",
    input: templateSmsForm.extend({ templateId }),
    run: ({ org, input: { templateId: id, text, waitSeconds, maxKes } }) =>
      setTemplateSms({
        ctx: org,
        input: { templateId: id, sms: { text, waitSeconds, maxCents: Math.round(maxKes * 100) } },
      }),
  }),
  "DELETE /templates/:templateId/sms": endpoint({
    act: "sending.manage",
    input: z.object({ templateId }),
    run: ({ org, input }) => setTemplateSms({ ctx: org, input: { ...input, sms: null } }),
  }),
};
