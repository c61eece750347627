import { addPenalties } from "#app/domain/sales/books/penalties.server.ts";
import { fetchCataloguePictures } from "#app/domain/sales/catalogues/pictures.server.ts";
import { syncCatalogue, syncCatalogues } from "#app/domain/sales/catalogues/sync.server.ts";
import { answerMoneyWord } from "#app/domain/sales/chatWords/answer.server.ts";
import {
  addPenaltiesJob,
  answerMoneyWordJob,
  answerPaymentQuestionJob,
  applyTillNoticesJob,
  askCustomersJob,
  checkPromptJob,
  endPaymentQuestionsJob,
  fetchCataloguePicturesJob,
  pullTillJob,
  pushPromptJob,
  sendPaymentReceiptJob,
  sendTaxLinkJob,
  settleMergedCreditJob,
  submitTaxDocumentsOfJob,
  sweepSalesJob,
  syncCatalogueJob,
} from "#app/domain/sales/jobs.ts";
import { applyTillNotices, paymentsContext } from "#app/domain/sales/payments/apply.server.ts";
import { pullTill, pullTills } from "#app/domain/sales/payments/pull.server.ts";
import { sendPaymentReceipt } from "#app/domain/sales/payments/sendReceipt.server.ts";
import { sendTaxLink } from "#app/domain/sales/payments/sendTaxLink.server.ts";
import { settleMergedCredit } from "#app/domain/sales/payments/settleMerged.server.ts";
import { answerPaymentQuestion, endPaymentQuestions } from "#app/domain/sales/questions/answer.server.ts";
import { askCustomers } from "#app/domain/sales/questions/ask.server.ts";
import { expireRequests } from "#app/domain/sales/requests/cancel.server.ts";
import { checkPrompt } from "#app/domain/sales/requests/checkPrompt.server.ts";
import { pushPrompt } from "#app/domain/sales/requests/pushPrompt.server.ts";
import { submitTaxDocumentsOf, sweepTaxDocuments } from "#app/domain/sales/tax/submit.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type Handler, handler } from "./handler.ts";

const sweeps = [pullTills, syncCatalogues, expireRequests, sweepTaxDocuments];

/** One that fails stops no other; the job is retried. */
async function sweepSales(services: Services): Promise<void> {
  const ends = await Promise.allSettled(sweeps.map((sweep) => sweep(services)));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}

/** The organisations' own tills, and requests for money. */
export const salesHandlers: readonly Handler[] = [
  handler(applyTillNoticesJob, (services, { orgId }) => applyTillNotices(services, orgId as OrgId)),
  handler(checkPromptJob, (services, { orgId, ...input }) =>
    checkPrompt(paymentsContext(services, orgId as OrgId), input),
  ),
  handler(answerMoneyWordJob, (services, { orgId, ...question }) =>
    answerMoneyWord(systemContext(services, orgId as OrgId, answerMoneyWordJob.name), question),
  ),
  handler(askCustomersJob, (services, { orgId, paymentId }) =>
    askCustomers(paymentsContext(services, orgId as OrgId), paymentId),
  ),
  handler(answerPaymentQuestionJob, (services, { orgId, ...tap }) =>
    answerPaymentQuestion(paymentsContext(services, orgId as OrgId), tap),
  ),
  handler(endPaymentQuestionsJob, (services, { orgId, paymentId }) =>
    endPaymentQuestions(paymentsContext(services, orgId as OrgId), paymentId),
  ),
  handler(pushPromptJob, (services, { orgId, promptId }) =>
    pushPrompt(paymentsContext(services, orgId as OrgId), promptId),
  ),
  handler(addPenaltiesJob, (services) => addPenalties(services)),
  handler(syncCatalogueJob, (services, { orgId, catalogueId }) =>
    syncCatalogue(systemContext(services, orgId as OrgId, syncCatalogueJob.name), {
      catalogueId,
      onlyDue: true,
    }),
  ),
  handler(fetchCataloguePicturesJob, (services, { orgId, catalogueId }) =>
    fetchCataloguePictures(
      systemContext(services, orgId as OrgId, fetchCataloguePicturesJob.name),
      catalogueId,
    ),
  ),
  handler(sendPaymentReceiptJob, (services, { orgId, paymentId }) =>
    sendPaymentReceipt(systemContext(services, orgId as OrgId, sendPaymentReceiptJob.name), paymentId),
  ),
  handler(settleMergedCreditJob, (services, { orgId, contactId }) =>
    settleMergedCredit(systemContext(services, orgId as OrgId, settleMergedCreditJob.name), contactId),
  ),
  handler(submitTaxDocumentsOfJob, (services, { orgId }) => submitTaxDocumentsOf(services, orgId as OrgId)),
  handler(sendTaxLinkJob, (services, { orgId, documentId }) =>
    sendTaxLink(systemContext(services, orgId as OrgId, sendTaxLinkJob.name), documentId),
  ),
  handler(sweepSalesJob, sweepSales),
  handler(pullTillJob, (services, { orgId, tillId }) =>
    pullTill(paymentsContext(services, orgId as OrgId), tillId),
  ),
];
