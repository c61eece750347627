import { z } from "zod";
import { listDataWork } from "#app/domain/console/dataWork.server.ts";
import * as fields from "#app/domain/console/schemas.ts";
import { actInSupportVisit, endSupportVisit } from "#app/domain/console/support/change.server.ts";
import { openSupportVisit } from "#app/domain/console/support/open.server.ts";
import { endpoint } from "../endpoint.ts";

/** An organisation's workspace, opened by staff; and the platform's work with persons' data. */
export const support = {
  "POST /admin/organisations/:orgId/visit": endpoint({
    act: "console.visit",
    input: fields.visitForm.extend({ orgId: z.string().max(64) }),
    run: openSupportVisit,
  }),
  "POST /support-view/act": endpoint({
    act: "supportView.control",
    input: fields.reasonForm,
    run: actInSupportVisit,
  }),
  "DELETE /support-view": endpoint({
    act: "supportView.control",
    input: z.object({}),
    run: async ({ ctx }) => endSupportVisit({ ctx }),
  }),
  "GET /admin/data": endpoint({
    act: "console.look",
    input: z.object({}),
    run: async ({ ctx }) => listDataWork(ctx),
  }),
};
