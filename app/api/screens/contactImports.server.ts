import { z } from "zod";
import { getImport, importErrorPages, listImports } from "#app/domain/contacts/imports/queries.server.ts";
import { receiveImport } from "#app/domain/contacts/imports/receive.server.ts";
import { reviewImport, startImport } from "#app/domain/contacts/imports/review.server.ts";
import { columnChoices, importOptions } from "#app/domain/contacts/imports/schemas.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { endpoint, verb } from "../endpoint.ts";
import { uploadOf } from "../uploadOf.ts";
import { csvDownload } from "./csvDownload.server.ts";

const one = z.object({ importId: idOf("import", z.string().max(60)) });

/** Imports of contacts from CSV files; spread before the calls of `/contacts/:contactId`. */
export const contactImports = {
  "GET /contacts/imports": verb("contacts.view", z.object({}), listImports),
  /** The body is a multipart form with the field `file`, or the CSV itself as `text/csv`. */
  "POST /contacts/imports": endpoint({
    act: "contacts.import",
    input: importOptions,
    takesFile: true,
    limit: { max: 60, windowSeconds: 3600 },
    run: ({ org, input, request }) => receiveImport({ ctx: org, input, source: uploadOf(request) }),
  }),
  "GET /contacts/imports/:importId": verb("contacts.view", one, getImport),
  "GET /contacts/imports/:importId/review": verb("contacts.view", one, reviewImport),
  "POST /contacts/imports/:importId/start": endpoint({
    act: "contacts.import",
    input: one.extend({ choices: columnChoices }),
    run: ({ ctx, org, input }) => {
      const mayDefine = may(ctx.session, "fields.manage");
      return startImport({ ctx: org, input: { ...input, mayDefine } });
    },
  }),
  "GET /contacts/imports/:importId/errors": endpoint({
    act: "contacts.import",
    input: one,
    run: async ({ org, input }) => {
      const { fileName, header, pages } = await importErrorPages({ ctx: org, input });
      const name = `${fileName.replace(/\.\w+$/, "")}-errors.csv`;
      return csvDownload(name, header, pages);
    },
  }),
};
