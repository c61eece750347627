import { answerTurnHandler } from "./answerTurn.server.ts";
import { billingHandlers } from "./billing.server.ts";
import { cancelLeftoversHandler, cancelRestHandler } from "./cancelRest.server.ts";
import { changeContactsHandler } from "./changeContacts.server.ts";
import { remindOfTasksHandler } from "./crm.server.ts";
import { evaluateBotHandler } from "./evaluateBot.server.ts";
import { expireConversationsHandler } from "./expireConversations.server.ts";
import type { Handler } from "./handler.ts";
import {
  importContactsHandler,
  readWorkbookHandler,
  resumeContactImportsHandler,
} from "./importContacts.server.ts";
import {
  askSatisfactionHandler,
  closeAnsweredHandler,
  giveWaitingHandler,
  returnSnoozedHandler,
  sendAwayMessageHandler,
  sendScheduledHandler,
  watchInboxesHandler,
} from "./inbox.server.ts";
import { insightHandlers } from "./insights.server.ts";
import { integrationHandlers } from "./integrations.server.ts";
import { keepPartitionsHandler } from "./keepPartitions.server.ts";
import { mailEmailChangeCodeHandler } from "./mailEmailChangeCode.server.ts";
import { makeRoomEverywhereHandler, makeRoomHandler } from "./makeRoom.server.ts";
import { measurePlatformHandler } from "./measurePlatform.server.ts";
import { mediaHandlers } from "./media.server.ts";
import { noteRefusedSignInHandler } from "./noteRefusedSignIn.server.ts";
import { notifyOfPriceHandler } from "./notifyOfPrice.server.ts";
import { notifyOwnerHandler } from "./notifyOwner.server.ts";
import { partnerHandlers } from "./partners.server.ts";
import {
  applyPaymentNoticesHandler,
  checkBalanceHandler,
  confirmReceiptHandler,
  pullPaymentsHandler,
  runAutoTopUpsHandler,
} from "./payments.server.ts";
import { prepareCampaignHandler, prepareDueCampaignsHandler } from "./prepareCampaign.server.ts";
import { pruneCallsHandler } from "./pruneCalls.server.ts";
import { pruneIdentityHandler } from "./pruneIdentity.server.ts";
import { readBotSourceHandler, readDueBotSourcesHandler } from "./readBotSource.server.ts";
import { readContactFieldHandler } from "./readContactField.server.ts";
import { releaseExpiredHoldsHandler } from "./releaseExpiredHolds.server.ts";
import { runFlowHandler } from "./runFlow.server.ts";
import { salesHandlers } from "./sales.server.ts";
import { sendMailHandler } from "./sendMail.server.ts";
import { sendOneTimeCodeHandler } from "./sendOneTimeCode.server.ts";
import { sendReadReceiptHandler } from "./sendReadReceipt.server.ts";
import { sequenceHandlers } from "./sequences.server.ts";
import { smsHandlers } from "./sms.server.ts";
import { submitTemplateHandler } from "./submitTemplate.server.ts";
import { syncAllTemplatesHandler, syncTemplatesHandler } from "./syncTemplates.server.ts";

/** Every job of the platform; a worker process runs them all. */
export const allHandlers: readonly Handler[] = [
  ...billingHandlers,
  ...partnerHandlers,
  ...salesHandlers,
  ...smsHandlers,
  ...sequenceHandlers,
  ...integrationHandlers,
  ...mediaHandlers,
  remindOfTasksHandler,
  ...insightHandlers,
  answerTurnHandler,
  sendReadReceiptHandler,
  runFlowHandler,
  evaluateBotHandler,
  readBotSourceHandler,
  readContactFieldHandler,
  changeContactsHandler,
  readDueBotSourcesHandler,
  cancelRestHandler,
  cancelLeftoversHandler,
  expireConversationsHandler,
  importContactsHandler,
  readWorkbookHandler,
  resumeContactImportsHandler,
  giveWaitingHandler,
  askSatisfactionHandler,
  sendAwayMessageHandler,
  sendScheduledHandler,
  watchInboxesHandler,
  returnSnoozedHandler,
  closeAnsweredHandler,
  mailEmailChangeCodeHandler,
  makeRoomHandler,
  makeRoomEverywhereHandler,
  measurePlatformHandler,
  noteRefusedSignInHandler,
  applyPaymentNoticesHandler,
  checkBalanceHandler,
  confirmReceiptHandler,
  pullPaymentsHandler,
  runAutoTopUpsHandler,
  prepareCampaignHandler,
  prepareDueCampaignsHandler,
  pruneCallsHandler,
  keepPartitionsHandler,
  pruneIdentityHandler,
  releaseExpiredHoldsHandler,
  sendMailHandler,
  sendOneTimeCodeHandler,
  submitTemplateHandler,
  syncTemplatesHandler,
  syncAllTemplatesHandler,
  notifyOwnerHandler,
  notifyOfPriceHandler,
];
