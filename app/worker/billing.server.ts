import { proveLedgerJob } from "#app/domain/console/jobs.ts";
import { proveLedger } from "#app/domain/console/ledgerProof.server.ts";
import { applyCardEvent } from "#app/domain/money/cards/applyEvent.server.ts";
import { checkCardPayment, sweepCardPayments } from "#app/domain/money/cards/check.server.ts";
import {
  applyCardEventJob,
  checkCardPaymentJob,
  sweepCardPaymentsJob,
} from "#app/domain/money/cards/jobs.ts";
import { allocateAllCredits } from "#app/domain/money/credits/allocateCredits.server.ts";
import { keepUpCreditsJob } from "#app/domain/money/credits/jobs.ts";
import { creditReturned } from "#app/domain/money/invoices/creditReturned.server.ts";
import { deliverInvoice } from "#app/domain/money/invoices/deliver.server.ts";
import { issueReceipts } from "#app/domain/money/invoices/issueReceipts.server.ts";
import {
  deliverInvoiceJob,
  issueReceiptsJob,
  remindOfInvoicesJob,
  runBillingJob,
} from "#app/domain/money/invoices/jobs.ts";
import { remindOfInvoices } from "#app/domain/money/invoices/remind.server.ts";
import { runMonthlyBilling } from "#app/domain/money/invoices/runMonthly.server.ts";
import { applyPlanChanges } from "#app/domain/money/plans/apply.server.ts";
import { applyPlanChangesJob } from "#app/domain/money/plans/jobs.ts";
import { submitTaxDocumentsJob } from "#app/domain/money/tax/jobs.ts";
import { submitTaxDocuments } from "#app/domain/money/tax/submit.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { handler } from "./handler.ts";

/** Invoices, receipts, reminders, changes of plan, and card payments without a notice. */
export const billingHandlers = [
  handler(keepUpCreditsJob, (services) => allocateAllCredits(services)),
  handler(applyPlanChangesJob, (services) => applyPlanChanges(services)),
  handler(runBillingJob, (services) => runMonthlyBilling(services)),
  handler(issueReceiptsJob, async (services) => {
    await issueReceipts(services);
    await creditReturned(services);
  }),
  handler(proveLedgerJob, async (services) => {
    const { fault } = await services.db.withSystem((tx) => proveLedger(tx, services.clock.now()));
    if (fault) services.log.error({ fault }, "the ledger's proof failed");
  }),
  handler(remindOfInvoicesJob, (services) => remindOfInvoices(services)),
  handler(deliverInvoiceJob, (services, { orgId, invoiceId }) =>
    deliverInvoice({ services, input: { orgId: orgId as OrgId, invoiceId } }),
  ),
  handler(submitTaxDocumentsJob, submitTaxDocuments),
  handler(checkCardPaymentJob, (services, { paymentId }) => checkCardPayment(services, paymentId)),
  handler(applyCardEventJob, (services, { key }) => applyCardEvent(services, key)),
  handler(sweepCardPaymentsJob, (services) => sweepCardPayments(services)),
];
