import { accountsError } from "#app/domain/accounts/errors.ts";
import { botsError } from "#app/domain/bots/errors.ts";
import { handOverNote as botHandOverNote, pageNote } from "#app/domain/bots/notes.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { serviceNote } from "#app/domain/console/notes.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { crmError } from "#app/domain/crm/errors.ts";
import { flowsError } from "#app/domain/flows/errors.ts";
import { handOverNote as flowHandOverNote } from "#app/domain/flows/notes.ts";
import { connectionNote } from "#app/domain/integrations/connections/notes.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import { ruleNote } from "#app/domain/integrations/rules/notes.ts";
import { campaignReasons } from "#app/domain/messaging/campaigns/reasonWords.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { sendNote } from "#app/domain/messaging/messages/sendNotes.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { moneyNote } from "#app/domain/money/notes.ts";
import { organisationsError } from "#app/domain/organisations/errors.ts";
import { partnersError } from "#app/domain/partners/errors.ts";
import { recordError } from "#app/domain/record/errors.ts";
import { endpointNote } from "#app/domain/record/webhooks/notes.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { sequencesError } from "#app/domain/sequences/errors.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { rejectionNote } from "#app/domain/whatsapp/templates/rejection.ts";
import { notFoundTexts, platformError } from "#app/platform/errors.ts";
import type { Catalogues } from "#app/platform/text/notes.ts";
import { metaError, metaTexts } from "#app/providers/meta/refusal.server.ts";
import { apiError } from "./api/errors.ts";
import { insightsError } from "./domain/insights/analytics/errors.ts";

/** All catalogues of stored notes and refusals: what one room stores, another shows. */
export const catalogues: Catalogues = {
  notes: [
    pageNote,
    sendNote,
    campaignReasons,
    botHandOverNote,
    serviceNote,
    flowHandOverNote,
    connectionNote,
    ruleNote,
    moneyNote,
    endpointNote,
    rejectionNote,
  ],
  refusals: [
    insightsError,
    apiError,
    platformError,
    notFoundTexts,
    metaError,
    metaTexts,
    accountsError,
    botsError,
    consoleError,
    contactsError,
    crmError,
    sequencesError,
    flowsError,
    integrationsError,
    messagingError,
    moneyError,
    organisationsError,
    partnersError,
    recordError,
    salesError,
    whatsappError,
  ],
};
