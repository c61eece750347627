import pg from "pg";
import type { Services } from "#app/api/context.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import { Dispatcher } from "./dispatcher.server.ts";
import { endUnknownOfCancelled } from "./results.server.ts";

/** Channel on which a verb says that a phone number has something to send or to stop; the payload is its id. */
export const senderChannel = "tarishi_sender";

const scanEveryMs = 1000;

export interface SenderOptions {
  processId?: string;
  maxInFlight?: number;
}

/**
 * Gives every phone number that has something to send a dispatcher, in this process or another. Safe to run in any
 * number of processes on one database.
 */
export function startSender(services: Services, options: SenderOptions = {}): { stop(): Promise<void> } {
  const processId = options.processId ?? newId("evt");
  const dispatchers = new Map<string, Dispatcher>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let endedAt = 0;
  let scanning = Promise.resolve();

  async function scan(): Promise<void> {
    const { rows } = await services.db.system.query<{ orgId: OrgId; phoneNumberId: string }>({
      name: "numbers-with-work",
      text: `select p.org_id as "orgId", p.phone_number_id as "phoneNumberId" from phone_numbers p
        where exists (select 1 from campaigns c where c.org_id = p.org_id and c.phone_number_id = p.phone_number_id and c.status = 'sending')
           or exists (select 1 from send_leases l join campaigns c on c.org_id = l.org_id and c.id = l.campaign_id where c.org_id = p.org_id and c.phone_number_id = p.phone_number_id)
           or exists (select 1 from messages m where m.phone_number_id = p.phone_number_id and m.org_id = p.org_id and m.due_at <= now()
                and (m.campaign_id is null or exists (select 1 from campaigns c where c.org_id = m.org_id and c.id = m.campaign_id and c.status = 'sending')))`,
    });
    if (Date.now() - endedAt > 30_000) {
      endedAt = Date.now();
      await endUnknownOfCancelled(services, services.config.unknownGraceSeconds);
    }
    for (const { orgId, phoneNumberId } of rows) {
      if (stopped || dispatchers.has(phoneNumberId)) continue;
      const dispatcher = new Dispatcher(services, {
        orgId,
        phoneNumberId,
        processId,
        graceSeconds: services.config.unknownGraceSeconds,
        maxInFlight: options.maxInFlight ?? 256,
      });
      dispatchers.set(phoneNumberId, dispatcher);
      void dispatcher.done.finally(() => dispatchers.delete(phoneNumberId));
    }
  }

  const scanSoon = (ms: number) => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      scanning = scan()
        .catch((error: unknown) => services.log.warn({ err: error }, "sender scan"))
        .finally(() => scanSoon(scanEveryMs));
    }, ms);
  };

  let listener: pg.Client | undefined;
  async function listen(): Promise<void> {
    if (stopped) return;
    const client = new pg.Client({
      connectionString: services.db.url,
      application_name: "tarishi-sender-listen",
    });
    listener = client;
    client.on("error", () => undefined);
    client.on("end", () => {
      if (!stopped) setTimeout(listenAgain, 1000).unref();
    });
    client.on("notification", ({ payload }) => {
      const dispatcher = payload ? dispatchers.get(payload) : undefined;
      if (dispatcher) dispatcher.notify();
      else scanSoon(0);
    });
    await client.connect();
    await client.query(`listen ${senderChannel}`);
  }
  // A connection that fails also ends, which brings the next try.
  const listenAgain = () =>
    void listen().catch((error: unknown) => services.log.warn({ err: error }, "sender listens again soon"));
  listenAgain();
  scanSoon(0);

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await scanning;
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.stop()));
      await listener?.end().catch(() => undefined);
    },
  };
}
