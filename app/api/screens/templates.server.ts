import { z } from "zod";
import { getTemplateHistory } from "#app/domain/insights/templates/history.server.ts";
import { createTemplate } from "#app/domain/whatsapp/templates/create.server.ts";
import { deleteTemplate } from "#app/domain/whatsapp/templates/delete.server.ts";
import { libraryLanguages, templateLanguages } from "#app/domain/whatsapp/templates/languages.ts";
import {
  getTemplate,
  listTemplates,
  previewTemplate,
} from "#app/domain/whatsapp/templates/queries.server.ts";
import { resubmitTemplate } from "#app/domain/whatsapp/templates/resubmit.server.ts";
import { checkDraft } from "#app/domain/whatsapp/templates/sameWords.server.ts";
import { templateContent, templateDraft, templateFilter } from "#app/domain/whatsapp/templates/schemas.ts";
import { showLibrary, startDraft } from "#app/domain/whatsapp/templates/start.server.ts";
import { syncTemplates } from "#app/domain/whatsapp/templates/sync.server.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, query, verb } from "../endpoint.ts";

const language = z
  .enum(["", ...templateLanguages])
  .optional()
  .catch(undefined);
const templateId = idOf("template", z.string().min(1).max(80));

export const templates = {
  "GET /templates": endpoint({
    act: "templates.view",
    input: templateFilter.extend({ pageSize: z.coerce.number().int().min(1).max(100).catch(20).default(20) }),
    run: ({ ctx, input }) => listTemplates(ctx, input),
  }),
  /** The initial values of a form for a new template. */
  "GET /templates/start": endpoint({
    act: "templates.start",
    input: z.object({ copy: templateId.optional(), use: z.string().max(60).optional(), language }),
    run: ({ ctx, input }) => startDraft(ctx, input),
  }),
  "GET /templates/library": endpoint({
    act: "templates.view",
    input: z.object({ language: z.enum(libraryLanguages).catch("en").default("en") }),
    run: async ({ input }) => showLibrary(input.language),
  }),
  "GET /templates/:templateId": endpoint({
    act: "templates.view",
    input: z.object({ templateId }),
    run: async ({ ctx, input }) => ({ template: await getTemplate(ctx, input.templateId) }),
  }),
  "GET /templates/:templateId/history": query(
    "templates.view",
    z.object({ templateId }),
    (org, { templateId }) => getTemplateHistory(org, templateId),
  ),
  "POST /templates/:templateId/preview": endpoint({
    act: "templates.view",
    reads: true,
    input: z.object({ templateId, values: z.record(z.string().max(100), z.string().max(2000)).default({}) }),
    run: ({ ctx, input }) => previewTemplate(ctx, input.templateId, input.values),
  }),
  "POST /templates": verb("templates.manage", templateDraft, createTemplate, {
    creates: true,
    limit: { max: 100, windowSeconds: 3600 },
  }),
  /** The form's preview while a template is written: nothing is stored or refused. */
  "POST /templates/check": verb(
    "templates.check",
    z.object({ posted: z.looseObject({}), change: z.string().max(60).default("") }),
    checkDraft,
    { limit: { max: 600, windowSeconds: 300 } },
  ),
  "POST /templates/refresh": endpoint({
    act: "templates.manage",
    input: z.object({}),
    limit: { max: 20, windowSeconds: 600 },
    run: ({ org }) => syncTemplates({ ctx: org, input: {} }),
  }),
  "PUT /templates/:templateId": endpoint({
    act: "templates.manage",
    input: templateContent.extend({ templateId }),
    limit: { max: 100, windowSeconds: 3600 },
    run: ({ org, input: { templateId: id, ...content } }) =>
      resubmitTemplate({ ctx: org, input: { ...content, id } }),
  }),
  "DELETE /templates/:templateId": endpoint({
    act: "templates.delete",
    input: z.object({ templateId }),
    run: ({ org, input }) => deleteTemplate({ ctx: org, input: { id: input.templateId } }),
  }),
};
