import { and, eq, isNull } from "drizzle-orm";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { documentMailed } from "../events.ts";
import { renderDocument } from "./pdf.server.ts";
import { readDocument } from "./queries.server.ts";

/** Emails a finalized document with its PDF to the billed customer, once. */
export async function deliverInvoice({
  services,
  input: { orgId, invoiceId },
}: {
  services: Services;
  input: { orgId: OrgId; invoiceId: string };
}): Promise<void> {
  const found = await services.db.withSystem((tx) =>
    readDocument(tx, orgId, invoiceId, services.clock.now()),
  );
  if (!found?.document.number || !found.document.billTo?.email) return;
  const { document } = found;
  const pdf = await renderDocument(found, services.config);
  await services.db.withSystem(async (tx) => {
    const [first] = await tx
      .update(invoices)
      .set({ mailedAt: services.clock.now() })
      .where(and(eq(invoices.orgId, orgId), eq(invoices.id, invoiceId), isNull(invoices.mailedAt)))
      .returning({ id: invoices.id });
    if (!first) return;
    await queueMail(tx, services, {
      to: document.billTo!.email,
      orgId,
      content: {
        kind: "invoice",
        businessName: document.billTo!.name,
        documentKind: document.kind,
        invoiceId,
        number: document.number!,
        totalCents: document.totalCents,
        dueAt: document.dueAt?.toISOString() ?? null,
        pdf: pdf.toString("base64"),
      },
    });
    await record(tx, systemContext(services, orgId, "deliver-invoice"), documentMailed, {
      subject: invoiceId,
      data: { number: document.number!, to: document.billTo!.email },
    });
  });
}
