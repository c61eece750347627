import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { clientOf } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import { publicEventNames } from "#app/domain/insights/events/publicEvents.ts";
import { publishReports } from "#app/domain/messaging/messages/publishReports.server.ts";
import { newSecret, sealEndpointSecret } from "#app/domain/record/webhooks/secrets.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";

type Ground = Pick<Services, "config" | "db">;

/** An organisation with an endpoint for each address, written directly to the database. */
export async function hookedOrg({ config, db }: Ground, urls: readonly string[]) {
  const orgId = newId("org") as OrgId;
  const secret = newSecret();
  const now = new Date();
  await db.withSystem(async (tx) => {
    await tx.insert(organisations).values({ id: orgId, name: "Duka Letu" });
    const rows = urls.map((url) => {
      const key = { orgId, id: newId("whk") };
      const sealed = sealEndpointSecret(config, key, secret);
      const events = [...publicEventNames];
      return { ...key, url, events, secretEncrypted: sealed, secretCreatedAt: now, createdAt: now };
    });
    await tx.insert(webhookEndpoints).values(rows);
  });
  return { orgId, secret };
}

/** Marks messages as delivered, with their events; returns their ids. */
export async function markDelivered(
  { db }: Pick<Ground, "db">,
  orgId: OrgId,
  messages: number,
): Promise<string[]> {
  return db.withSystem(async (tx) => {
    const client = clientOf(tx);
    const { rows } = await client.query<{ id: string }>({
      text: `insert into messages (org_id, id, direction, type, state, phone_number_id, recipient, body, created_at, delivered_at)
       select $1, new_id('msg'), 'out', 'text', 'delivered', '1', '+254712345678', 'Karibu', now(), now()
       from generate_series(1, $2::int) returning id`,
      values: [orgId, messages],
    });
    const messageIds = rows.map(({ id }) => id);
    await publishReports(tx, { orgId, messageIds, at: new Date() });
    return messageIds;
  });
}

/** What an organisation's system received of one event. */
interface Got {
  times: number;
  bodies: Set<string>;
  forged: number;
}

/** Systems of organisations, one per path, that keep received events by `webhook-id`. */
export async function startHookSystems(options: {
  secretOf(path: string): string;
  /** The delay of a response. */
  slowMs?: number;
  /** Every nth event is refused at its first delivery. */
  refuseEvery?: number;
}) {
  const got = new Map<string, Got>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const path = request.url ?? "/";
      const key = `${path} ${request.headers["webhook-id"]}`;
      const known = got.get(key) ?? { times: 0, bodies: new Set<string>(), forged: 0 };
      known.times += 1;
      known.bodies.add(body);
      if (!isGenuine(options.secretOf(path), body, request.headers)) known.forged += 1;
      got.set(key, known);
      const refused = known.times === 1 && options.refuseEvery && got.size % options.refuseEvery === 0;
      setTimeout(() => response.writeHead(refused ? 503 : 204).end(), options.slowMs ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isGenuine(secret: string, body: string, headers: object): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
