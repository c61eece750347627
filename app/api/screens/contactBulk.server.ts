import { changeContacts, countSelection } from "#app/domain/contacts/bulk/change.server.ts";
import { bulkChange, selection } from "#app/domain/contacts/bulk/schemas.ts";
import { endpoint, verb } from "../endpoint.ts";

/** One action on many contacts; spread before the calls of `/contacts/:contactId`. */
export const contactBulk = {
  "GET /contacts/bulk": verb("contacts.previewBulk", selection, countSelection),
  "POST /contacts/bulk": endpoint({
    act: "contacts.bulk",
    input: selection.extend(bulkChange.shape),
    limit: { max: 120, windowSeconds: 3600 },
    run: ({ org, input }) => {
      const { act, ofTag, fieldId, value, consentSource, consentWording, consentDate, ...selection } = input;
      const change = { act, ofTag, fieldId, value, consentSource, consentWording, consentDate };
      return changeContacts({ ctx: org, input: { selection, change } });
    },
  }),
};
