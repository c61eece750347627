import { z } from "zod";
import { getField, listFields } from "#app/domain/contacts/fields/queries.server.ts";
import { removeField } from "#app/domain/contacts/fields/remove.server.ts";
import { createField, updateField } from "#app/domain/contacts/fields/save.server.ts";
import { fieldEdit, fieldForm, fieldId } from "#app/domain/contacts/fields/schemas.ts";
import {
  conditionChoices,
  describeConditions,
  getSegment,
  listSegments,
} from "#app/domain/contacts/segments/queries.server.ts";
import { removeSegment } from "#app/domain/contacts/segments/remove.server.ts";
import { createSegment, updateSegment } from "#app/domain/contacts/segments/save.server.ts";
import { conditionsText, segmentFields, segmentId } from "#app/domain/contacts/segments/schemas.ts";
import { orgContext } from "#app/platform/context.ts";
import { endpoint } from "../endpoint.ts";

const oneField = z.object({ fieldId });
const oneSegment = z.object({ segmentId });
const changes = { max: 600, windowSeconds: 3600 };

/** What an organisation keeps about its contacts, and conditions on it under a name. */
export const segments = {
  "GET /fields": endpoint({
    who: "member",
    input: z.object({}),
    run: ({ ctx }) => listFields({ ctx: orgContext(ctx) }),
  }),
  "POST /fields": endpoint({
    who: "manager",
    input: fieldForm,
    limit: changes,
    run: ({ ctx, input }) => createField({ ctx: orgContext(ctx), input }),
  }),
  "GET /fields/:fieldId": endpoint({
    who: "member",
    input: oneField,
    run: ({ ctx, input }) => getField({ ctx: orgContext(ctx), input }),
  }),
  "PUT /fields/:fieldId": endpoint({
    who: "manager",
    input: fieldEdit.extend(oneField.shape),
    limit: changes,
    run: ({ ctx, input }) => updateField({ ctx: orgContext(ctx), input }),
  }),
  "DELETE /fields/:fieldId": endpoint({
    who: "manager",
    input: oneField,
    run: ({ ctx, input }) => removeField({ ctx: orgContext(ctx), input }),
  }),
  "GET /conditions/choices": endpoint({
    who: "member",
    input: z.object({}),
    run: ({ ctx }) => conditionChoices({ ctx: orgContext(ctx) }),
  }),
  "GET /conditions": endpoint({
    who: "member",
    input: z.object({ conditions: conditionsText }),
    run: ({ ctx, input }) => describeConditions({ ctx: orgContext(ctx), input }),
  }),
  "GET /segments": endpoint({
    who: "member",
    input: z.object({}),
    run: ({ ctx }) => listSegments({ ctx: orgContext(ctx) }),
  }),
  "POST /segments": endpoint({
    who: "member",
    input: segmentFields,
    limit: changes,
    run: ({ ctx, input }) => createSegment({ ctx: orgContext(ctx), input }),
  }),
  "GET /segments/:segmentId": endpoint({
    who: "member",
    input: oneSegment,
    run: ({ ctx, input }) => getSegment({ ctx: orgContext(ctx), input }),
  }),
  "PUT /segments/:segmentId": endpoint({
    who: "member",
    input: segmentFields.extend(oneSegment.shape),
    limit: changes,
    run: ({ ctx, input }) => updateSegment({ ctx: orgContext(ctx), input }),
  }),
  "DELETE /segments/:segmentId": endpoint({
    who: "manager",
    input: oneSegment,
    run: ({ ctx, input }) => removeSegment({ ctx: orgContext(ctx), input }),
  }),
};
