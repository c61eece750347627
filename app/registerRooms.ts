import { readNotesBy } from "#app/platform/text/notes.ts";
import { catalogues } from "./catalogues.ts";
import { contactTables } from "./contactTables.ts";
import { endForNumbers } from "./domain/messaging/campaigns/endForNumbers.server.ts";
import { registerCampaignPayments } from "./domain/messaging/campaigns/payments.ts";
import { registerSingleMoves } from "./domain/messaging/messages/singleMoves.ts";
import { leaveTeams } from "./domain/messaging/teams/emptied.server.ts";
import { registerLeaveTeams } from "./domain/organisations/members/leaveTeams.ts";
import { registerContactTables } from "./domain/record/contactTables.ts";
import { registerSubscribers } from "./domain/record/subscribers.ts";
import { paymentsOfCampaigns } from "./domain/sales/requests/askRecipients.server.ts";
import { countReports, hasSequences } from "./domain/sequences/totals.server.ts";
import { registerEndSending } from "./domain/whatsapp/accounts/endSending.ts";
import { subscribers } from "./subscribers.ts";

/**
 * Registers each room's subscribers, tables about contacts and catalogues with the lower floors. Each process calls it once,
 * before it reads or writes anything.
 */
export function registerRooms(): void {
  registerSubscribers(subscribers);
  registerEndSending(endForNumbers);
  registerLeaveTeams(leaveTeams);
  registerCampaignPayments(paymentsOfCampaigns);
  registerSingleMoves({ count: countReports, mayCount: hasSequences });
  registerContactTables(contactTables);
  readNotesBy(catalogues);
}
