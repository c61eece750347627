import { and, eq, sql } from "drizzle-orm";
import { orderLines, orders } from "#app/db/schema/sales/orders.ts";
import { type ContactTable, leftOutAs } from "#app/domain/record/contactTables.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { refundCentsOf } from "./refunds.server.ts";

const columns = {
  number: orders.number,
  state: orders.state,
  note: orders.note,
  buyerPin: orders.buyerPin,
  subtotalCents: orders.subtotalCents,
  deliveryCents: orders.deliveryCents,
  discountCents: orders.discountCents,
  totalCents: orders.totalCents,
  paidCents: orders.paidCents,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
};

/** With its lines in words: `2 × Maize flour 2 kg`. */
const itemsOf = (orgId: OrgId) => sql<
  string[]
>`array(select ${orderLines.quantity} || ' × ' || ${orderLines.name} from ${orderLines}
  where ${orderLines.orgId} = ${orgId} and ${orderLines.orderId} = ${orders.id} order by ${orderLines.position})`;

/** What a customer ordered. Books are kept; the person goes. */
export const orderContactData: readonly ContactTable[] = [
  {
    table: orders,
    onExport: {
      name: "orders",
      columns: { ...columns, refundCents: sql`refund_cents`, items: sql`items` },
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "contactId", "conversationId", "dealId", "source"),
        ...leftOutAs("How it is kept", "wamid", "messageId", "key", "fingerprint", "repeatsId", "problems"),
        ...leftOutAs("How it is kept", "updatedAt"),
        createdBy: "The member who typed it",
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select({ ...columns, refundCents: refundCentsOf(orgId), items: itemsOf(orgId) })
          .from(orders)
          .where(and(eq(orders.orgId, orgId), eq(orders.contactId, contactId))),
    },
    onErase: "Emptied with the account numbers, in one statement",
    async onMerge(tx, { orgId, keptId, goneId }) {
      await tx.execute(
        sql`update orders set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`,
      );
    },
  },
];
