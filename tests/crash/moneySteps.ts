import { randomUUID } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { runMonthlyBilling } from "#app/domain/money/invoices/runMonthly.server.ts";
import { applyNotices } from "#app/domain/money/payments/apply.server.ts";
import { payoutB2c } from "#app/domain/money/payments/payoutB2c.server.ts";
import { receiveNotice } from "#app/domain/money/payments/receive.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import { jobActor, type Services } from "#app/platform/context.ts";
import { type Daraja, DarajaError } from "#app/platform/gates/daraja.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { systemClock } from "#app/platform/time/clock.ts";
import { createEtims } from "#app/providers/etims/oscu.server.ts";
import { type OrderSteps, payForOrder, refundOrder } from "./orderSteps.ts";
import { runSequenceSteps, type SequenceSteps } from "./sequenceSteps.ts";

export type MoneyStep =
  | { kind: "top-up"; attemptId: string; body: string }
  | { kind: "invoices" }
  | { kind: "payout"; book: string; reference: string; amountCents: number }
  | { kind: "order"; order: OrderSteps }
  | { kind: "refund"; order: OrderSteps }
  | { kind: "sequence"; sequence: SequenceSteps };

/**
 * Services without jobs and with an M-Pesa that accepts each payout and reversal once, and reports its calls.
 */
export function servicesFor(config: Config, db: Database, taken: (id: string) => void): Services {
  const known = new Set<string>();
  let queries = 0;
  const daraja = {
    async payOut({ id }: { id: string }) {
      if (known.has(id)) throw new DarajaError(500, "500.002.1001", "Duplicate OriginatorConversationID");
      known.add(id);
      taken(id);
      return { conversationId: `AG_${id}` };
    },
    async stkPush({ phone }: { phone: string }) {
      taken(phone);
      return { merchantRequestId: randomUUID(), checkoutRequestId: `ws_CO_${randomUUID()}` };
    },
    async reverse({ receipt }: { receipt: string }) {
      if (known.has(receipt)) throw new DarajaError(500, "R000001", "The transaction is reversed already");
      known.add(receipt);
      taken(receipt);
      return { conversationId: `AG_${receipt}` };
    },
    askTransaction: async () => undefined,
    // Says first that the prompt failed, then that it is paid.
    stkQuery: async () => {
      queries += 1;
      return queries === 1
        ? { resultCode: "1032", resultDesc: "Cancelled" }
        : { resultCode: "0", resultDesc: "" };
    },
  };
  const services = {
    config: { ...config, daraja: { ...config.daraja, initiatorPassword: "known" } as Config["daraja"] },
    db,
    clock: systemClock,
    log: createLogger("error"),
    jobs: { enqueue: async () => undefined, retry: async () => undefined, cancel: async () => undefined },
    graph: undefined as unknown as Services["graph"],
    mpesa: { of: () => daraja } as unknown as Services["mpesa"],
    daraja: daraja as unknown as Daraja,
    cards: undefined,
    etims: undefined as Services["etims"],
    sms: undefined as unknown as Services["sms"],
  };
  const { etims, encryptionKeys, brand } = config;
  if (etims?.url)
    services.etims = createEtims({
      ...{ ...services, etims, url: etims.url, encryptionKeys, brand: brand.name },
    });
  return services;
}

export async function runMoneyStep(services: Services, step: MoneyStep): Promise<void> {
  switch (step.kind) {
    case "top-up": {
      const notice = { kind: "prompt" as const, subjectId: step.attemptId, body: step.body };
      await receiveNotice(services, notice);
      await applyNotices(services);
      return;
    }
    case "invoices":
      await runMonthlyBilling(services);
      return;
    case "order":
      return payForOrder(services, step.order);
    case "refund":
      return refundOrder(services, step.order);
    case "sequence":
      return runSequenceSteps(services, step.sequence);
    case "payout":
      await payoutB2c({
        services,
        actor: jobActor("crash"),
        input: {
          book: step.book as OrgId,
          reference: step.reference,
          phone: "+254712345678",
          amountCents: step.amountCents,
          recipientName: "Asha Mwangi",
        },
      });
  }
}
