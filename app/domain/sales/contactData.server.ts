import { and, eq, sql } from "drizzle-orm";
import { paymentQuestions } from "#app/db/schema/sales/matching.ts";
import { paymentRequests, tillPayments } from "#app/db/schema/sales/payments.ts";
import { customerAccounts } from "#app/db/schema/sales/tills.ts";
import { type ContactTable, leftOutAs } from "#app/domain/record/contactTables.ts";

const accountColumns = { number: customerAccounts.number, createdAt: customerAccounts.createdAt };
const requestColumns = {
  amountCents: paymentRequests.amountCents,
  paidCents: paymentRequests.paidCents,
  reason: paymentRequests.reason,
  accountNumber: paymentRequests.accountNumber,
  state: paymentRequests.state,
  createdAt: paymentRequests.createdAt,
  expiresAt: paymentRequests.expiresAt,
  endedAt: paymentRequests.endedAt,
};
const paymentColumns = {
  receipt: tillPayments.receipt,
  amountCents: tillPayments.amountCents,
  paidAt: tillPayments.paidAt,
  account: tillPayments.account,
  payer: tillPayments.payer,
  payerName: tillPayments.payerName,
};
const questionColumns = {
  number: paymentQuestions.number,
  answer: paymentQuestions.answer,
  answeredAt: paymentQuestions.answeredAt,
  createdAt: paymentQuestions.createdAt,
};

const withNumbers = "Emptied with the account numbers, in one statement";

/** A customer's account numbers, what they were asked for, and what they paid. Books are kept; names go. */
export const salesContactData: readonly ContactTable[] = [
  {
    table: customerAccounts,
    onExport: {
      name: "account_numbers",
      columns: accountColumns,
      leftOut: leftOutAs("How it is kept", "orgId", "tillId", "contactId"),
      read: (tx, { orgId, contactId }) =>
        tx
          .select(accountColumns)
          .from(customerAccounts)
          .where(and(eq(customerAccounts.orgId, orgId), eq(customerAccounts.contactId, contactId))),
    },
    // The number is never another customer's. Requests and payments are emptied with it, in one statement.
    async onErase(tx, { orgId }, { contactId }) {
      const { rows } = await tx.execute<{ emptied: number }>(sql`
        with numbers as (
          update customer_accounts set contact_id = null where org_id = ${orgId} and contact_id = ${contactId}
        ), requests as (
          update payment_requests set contact_id = null, conversation_id = null
          where org_id = ${orgId} and contact_id = ${contactId} returning 1
        ), payments as (
          update till_payments set contact_id = null, payer = '', payer_name = '', account = ''
          where org_id = ${orgId} and contact_id = ${contactId} returning 1
        ), ordered as (
          update orders set contact_id = null, conversation_id = null, deal_id = null, note = '', wamid = null,
            message_id = null, buyer_pin = null
          where org_id = ${orgId} and contact_id = ${contactId} returning 1
        ), invoiced as (
          update tax_documents d set customer_pin = null from till_payments p
          where d.org_id = ${orgId} and d.customer_pin is not null and p.org_id = ${orgId}
            and p.id = d.payment_id and p.contact_id = ${contactId}
        ), members as (
          update book_members set contact_id = null, label = '', number = ''
          where org_id = ${orgId} and contact_id = ${contactId} returning 1
        ), owed as (
          update dues set contact_id = null where org_id = ${orgId} and contact_id = ${contactId} returning 1
        ), questions as (
          update payment_questions set contact_id = null, answer = null
          where org_id = ${orgId} and contact_id = ${contactId}
        )
        select (select count(*) from requests)::int + (select count(*) from payments)::int
          + (select count(*) from ordered)::int + (select count(*) from members)::int
          + (select count(*) from owed)::int as emptied`);
      return { emptied: rows[0]?.emptied ?? 0 };
    },
    async onMerge(tx, { orgId, keptId, goneId }) {
      // One number a till: where both have one, the other ends, and its payments go to the work list.
      await tx.execute(sql`
        update customer_accounts a set contact_id = case when exists (
          select 1 from customer_accounts k
          where k.org_id = ${orgId} and k.till_id = a.till_id and k.contact_id = ${keptId}) then null else ${keptId} end
        where a.org_id = ${orgId} and a.contact_id = ${goneId}`);
    },
  },
  {
    table: paymentRequests,
    onExport: {
      name: "payment_requests",
      columns: requestColumns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "tillId", "contactId", "conversationId", "sourceId"),
        ...leftOutAs("How it is kept", "source", "key", "resultCode", "updatedAt"),
        requestedBy: "The member who asked",
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(requestColumns)
          .from(paymentRequests)
          .where(and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.contactId, contactId))),
    },
    onErase: withNumbers,
    async onMerge(tx, { orgId, keptId, goneId }) {
      await tx.execute(
        sql`update payment_requests set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`,
      );
    },
  },
  {
    table: tillPayments,
    onExport: {
      name: "payments",
      columns: paymentColumns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "tillId", "contactId", "state", "matchedBy"),
        ...leftOutAs("How it is kept", "allocatedCents", "refundedCents", "reportedBy", "listedAt"),
        ...leftOutAs("How it is kept", "createdAt", "updatedAt"),
        matchedByUserId: "The member who matched it",
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(paymentColumns)
          .from(tillPayments)
          .where(and(eq(tillPayments.orgId, orgId), eq(tillPayments.contactId, contactId))),
    },
    onErase: withNumbers,
    async onMerge(tx, { orgId, keptId, goneId }) {
      await tx.execute(
        sql`update till_payments set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`,
      );
    },
  },
  {
    table: paymentQuestions,
    onExport: {
      name: "payment_questions",
      columns: questionColumns,
      leftOut: leftOutAs("How it is kept", "orgId", "id", "paymentId", "contactId", "endsAt"),
      read: (tx, { orgId, contactId }) =>
        tx
          .select(questionColumns)
          .from(paymentQuestions)
          .where(and(eq(paymentQuestions.orgId, orgId), eq(paymentQuestions.contactId, contactId))),
    },
    onErase: withNumbers,
    async onMerge(tx, { orgId, keptId, goneId }) {
      await tx.execute(
        sql`update payment_questions set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`,
      );
    },
  },
];
