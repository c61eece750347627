import { z } from "zod";
import { deleteField } from "#app/domain/contacts/fields/delete.server.ts";
import { getField, listFields } from "#app/domain/contacts/fields/queries.server.ts";
import { createField, updateField } from "#app/domain/contacts/fields/save.server.ts";
import { fieldEdit, fieldForm, fieldId } from "#app/domain/contacts/fields/schemas.ts";
import { deleteSegment } from "#app/domain/contacts/segments/delete.server.ts";
import {
  conditionChoices,
  describeConditions,
  getSegment,
  listSegments,
} from "#app/domain/contacts/segments/queries.server.ts";
import { createSegment, updateSegment } from "#app/domain/contacts/segments/save.server.ts";
import { conditionsText, segmentFields, segmentId } from "#app/domain/contacts/segments/schemas.ts";
import { endpoint } from "../endpoint.ts";

const oneField = z.object({ fieldId });
const oneSegment = z.object({ segmentId });
const changes = { max: 600, windowSeconds: 3600 };

/** An organisation's contact fields, and named conditions on them. */
export const segments = {
  "GET /fields": endpoint({
    act: "contacts.view",
    input: z.object({}),
    run: ({ org }) => listFields({ ctx: org }),
  }),
  "POST /fields": endpoint({
    act: "fields.manage",
    creates: true,
    input: fieldForm,
    limit: changes,
    run: ({ org, input }) => createField({ ctx: org, input }),
  }),
  "GET /fields/:fieldId": endpoint({
    act: "contacts.view",
    input: oneField,
    run: ({ org, input }) => getField({ ctx: org, input }),
  }),
  "PUT /fields/:fieldId": endpoint({
    act: "fields.manage",
    input: fieldEdit.extend(oneField.shape),
    limit: changes,
    run: ({ org, input }) => updateField({ ctx: org, input }),
  }),
  "DELETE /fields/:fieldId": endpoint({
    act: "fields.manage",
    input: oneField,
    run: ({ org, input }) => deleteField({ ctx: org, input }),
  }),
  "GET /conditions/choices": endpoint({
    act: "contacts.view",
    input: z.object({}),
    run: ({ org }) => conditionChoices({ ctx: org }),
  }),
  "GET /conditions": endpoint({
    act: "contacts.view",
    input: z.object({ conditions: conditionsText }),
    run: ({ org, input }) => describeConditions({ ctx: org, input }),
  }),
  "GET /segments": endpoint({
    act: "contacts.view",
    input: z.object({}),
    run: ({ org }) => listSegments({ ctx: org }),
  }),
  "POST /segments": endpoint({
    act: "segments.edit",
    creates: true,
    input: segmentFields,
    limit: changes,
    run: ({ org, input }) => createSegment({ ctx: org, input }),
  }),
  "GET /segments/:segmentId": endpoint({
    act: "contacts.view",
    input: oneSegment,
    run: ({ org, input }) => getSegment({ ctx: org, input }),
  }),
  "PUT /segments/:segmentId": endpoint({
    act: "segments.edit",
    input: segmentFields.extend(oneSegment.shape),
    limit: changes,
    run: ({ org, input }) => updateSegment({ ctx: org, input }),
  }),
  "DELETE /segments/:segmentId": endpoint({
    act: "segments.delete",
    input: oneSegment,
    run: ({ org, input }) => deleteSegment({ ctx: org, input }),
  }),
};
