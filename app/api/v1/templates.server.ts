import { z } from "zod";
import { getTemplate, pageOfTemplates } from "#app/domain/whatsapp/templates/queries.server.ts";
import { isSendable } from "#app/domain/whatsapp/templates/status.ts";
import { unsupportedPart } from "#app/domain/whatsapp/templates/unsupported.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import { call, idField } from "./call.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";

const group = "templates";

const template = z
  .object({
    id: z.string(),
    name: z.string(),
    language: z.string(),
    category: z.enum(["MARKETING", "UTILITY", "AUTHENTICATION"]),
    status: z.string().meta({ description: "Meta's word: `APPROVED`, `PENDING`, `REJECTED`, …" }),
    sendable: z.boolean(),
    variables: z.array(
      z.object({
        key: z.string(),
        place: z.string(),
        kind: z
          .string()
          .meta({ description: "`text`, `image`, `video`, `document`, `code` or `coordinate`." }),
        sample: z.string(),
      }),
    ),
    components: z.array(z.record(z.string(), z.unknown())).meta({ description: "As Meta has them." }),
  })
  .meta({ id: "Template" });

type Row = Pick<
  Awaited<ReturnType<typeof pageOfTemplates>>[number],
  "id" | "name" | "language" | "category" | "status" | "components"
>;

const show = ({ id, name, language, category, status, components }: Row): z.input<typeof template> => ({
  id,
  name,
  language,
  category,
  status,
  sendable: isSendable(status) && unsupportedPart(components) === null,
  variables: variablesOf(components).map(({ key, place, kind, sample }) => ({ key, place, kind, sample })),
  components: components as unknown as Record<string, unknown>[],
});

export const templates = {
  "GET /v1/templates": call({
    scope: "templates:read",
    group,
    id: "list-templates",
    input: z.object({ ...pageFields, name: z.string().max(512).optional() }),
    output: pageOf(template),
    errors: ["request.bad_cursor"],
    inTestMode: "same",
    async run({ ctx, input: { limit, cursor, name } }) {
      const rows = await pageOfTemplates(ctx, { limit, after: positionOf(cursor), name });
      return toPage(rows, limit, show, ({ id }) => id);
    },
  }),
  "GET /v1/templates/:template_id": call({
    scope: "templates:read",
    group,
    id: "read-a-template",
    input: z.object({ template_id: idField("template_id", "template") }),
    output: template,
    errors: ["template.not_found"],
    inTestMode: "same",
    run: async ({ ctx, input }) => show(await getTemplate(ctx, input.template_id)),
  }),
};
