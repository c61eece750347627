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
import { verb } from "../endpoint.ts";

const oneField = z.object({ fieldId });
const oneSegment = z.object({ segmentId });
const changes = { max: 600, windowSeconds: 3600 };

/** An organisation's contact fields, and named conditions on them. */
export const segments = {
  "GET /fields": verb("contacts.view", z.object({}), listFields),
  "POST /fields": verb("fields.manage", fieldForm, createField, { creates: true, limit: changes }),
  "GET /fields/:fieldId": verb("contacts.view", oneField, getField),
  "PUT /fields/:fieldId": verb("fields.manage", fieldEdit.extend(oneField.shape), updateField, {
    limit: changes,
  }),
  "DELETE /fields/:fieldId": verb("fields.manage", oneField, deleteField),
  "GET /conditions/choices": verb("contacts.view", z.object({}), conditionChoices),
  "GET /conditions": verb("contacts.view", z.object({ conditions: conditionsText }), describeConditions),
  "GET /segments": verb("contacts.view", z.object({}), listSegments),
  "POST /segments": verb("segments.edit", segmentFields, createSegment, { creates: true, limit: changes }),
  "GET /segments/:segmentId": verb("contacts.view", oneSegment, getSegment),
  "PUT /segments/:segmentId": verb("segments.edit", segmentFields.extend(oneSegment.shape), updateSegment, {
    limit: changes,
  }),
  "DELETE /segments/:segmentId": verb("segments.delete", oneSegment, deleteSegment),
};
