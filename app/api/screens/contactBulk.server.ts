import { changeContacts, countSelection } from "#app/domain/contacts/bulk/change.server.ts";
import { bulkChange, selection } from "#app/domain/contacts/bulk/schemas.ts";
import { orgContext } from "#app/platform/context.ts";
import { endpoint } from "../endpoint.ts";

/** One thing done to many contacts; spread before the calls of `/contacts/:contactId`. */
export const contactBulk = {
  "GET /contacts/bulk": endpoint({
    who: "manager",
    input: selection,
    run: ({ ctx, input }) => countSelection({ ctx: orgContext(ctx), input }),
  }),
  "POST /contacts/bulk": endpoint({
    who: "manager",
    input: selection.extend(bulkChange.shape),
    limit: { max: 120, windowSeconds: 3600 },
    run: ({ ctx, input }) => {
      const { act, ofTag, fieldId, value, consentSource, consentWording, consentDate, ...selection } = input;
      const change = { act, ofTag, fieldId, value, consentSource, consentWording, consentDate };
      return changeContacts({ ctx: orgContext(ctx), input: { selection, change } });
    },
  }),
};
