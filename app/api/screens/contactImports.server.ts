import { z } from "zod";
import { getImport, importErrorPages, listImports } from "#app/domain/contacts/imports/queries.server.ts";
import { receiveImport } from "#app/domain/contacts/imports/receive.server.ts";
import { reviewImport, startImport } from "#app/domain/contacts/imports/review.server.ts";
import { columnChoices, importOptions } from "#app/domain/contacts/imports/schemas.ts";
import { orgContext } from "#app/platform/context.ts";
import { csvDownload } from "#app/platform/csv.server.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint } from "../endpoint.ts";
import { uploadOf } from "../uploadOf.ts";

const one = z.object({ importId: idOf("import", z.string().max(60)) });

/** Imports of contacts from CSV files; spread before the calls of `/contacts/:contactId`. */
export const contactImports = {
  "GET /contacts/imports": endpoint({
    who: "member",
    input: z.object({}),
    run: ({ ctx }) => listImports({ ctx: orgContext(ctx) }),
  }),
  /** The body is a multipart form with the field `file`, or the CSV itself as `text/csv`. */
  "POST /contacts/imports": endpoint({
    who: "member",
    input: importOptions,
    takesFile: true,
    limit: { max: 60, windowSeconds: 3600 },
    run: ({ ctx, input, request }) =>
      receiveImport({ ctx: orgContext(ctx), input, source: uploadOf(request) }),
  }),
  "GET /contacts/imports/:importId": endpoint({
    who: "member",
    input: one,
    run: ({ ctx, input }) => getImport({ ctx: orgContext(ctx), input }),
  }),
  "GET /contacts/imports/:importId/review": endpoint({
    who: "member",
    input: one,
    run: ({ ctx, input }) => reviewImport({ ctx: orgContext(ctx), input }),
  }),
  "POST /contacts/imports/:importId/start": endpoint({
    who: "member",
    input: one.extend({ choices: columnChoices }),
    run: ({ ctx, input }) => {
      const mayDefine = ctx.session.memberRole !== "agent";
      return startImport({ ctx: orgContext(ctx), input: { ...input, mayDefine } });
    },
  }),
  "GET /contacts/imports/:importId/errors": endpoint({
    who: "member",
    input: one,
    run: async ({ ctx, input }) => {
      const { fileName, header, pages } = await importErrorPages({ ctx: orgContext(ctx), input });
      const name = `${fileName.replace(/\.\w+$/, "")}-errors.csv`;
      return csvDownload(name, header, pages);
    },
  }),
};
