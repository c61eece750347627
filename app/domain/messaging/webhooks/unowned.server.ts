import { clientOf, type Queryable, type Tx } from "#app/db/client.server.ts";
import { inSavepoint } from "#app/db/savepoint.ts";
import { addressedChanges, addressOf } from "#app/domain/whatsapp/webhookEvents/address.ts";
import type { Services } from "#app/platform/context.ts";
import { summariseError } from "#app/platform/run/describeError.ts";
import { applyEvents } from "./applyEvents.server.ts";
import { settle } from "./settle.server.ts";

const maxEvents = 100;

interface Stored {
  id: number;
  body: string;
}

/**
 * Assigns webhooks that name no account of ours, or several, to the account they wait for, each change
 * separately. Changes about unknown accounts (Meta's test button, a disconnected number) are done. Returns
 * how many there were.
 */
export const addressUnowned = (services: Services, accountKeys: readonly string[]): Promise<number> =>
  services.db.withSystem(async (tx) => {
    const client = clientOf(tx);
    const { rows } = await client.query<Stored>({
      name: "take-unowned-webhooks",
      text: `select id, body from webhook_events where account_key = any($1::text[])
        order by id limit $2 for update skip locked`,
      values: [accountKeys, maxEvents],
    });
    const changes = rows.map(({ body }) => addressedChanges(JSON.parse(body)));
    const owned = await ownedKeys(
      client,
      changes.flat().flatMap(({ keys }) => keys),
    );
    for (const [n, event] of rows.entries()) {
      const mine = changes[n]!.flatMap(({ keys, body }) => {
        const key = keys.find((each) => owned.has(each));
        return key === undefined ? [] : [{ key, body }];
      });
      const keys = new Set(mine.map(({ key }) => key));
      if (keys.size === 1) await address(client, event, [...keys][0]!);
      else if (keys.size > 1) await split(client, event, mine);
      else await dismiss(tx, services, event);
    }
    return rows.length;
  });

async function ownedKeys(client: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>({
    name: "owned-webhook-keys",
    text: `select phone_number_id as key from phone_numbers where phone_number_id = any($1::text[])
      union select waba_id from whatsapp_accounts where waba_id = any($1::text[])`,
    values: [[...new Set(keys)]],
  });
  return new Set(rows.map(({ key }) => key));
}

async function address(client: Queryable, { id, body }: Stored, key: string): Promise<void> {
  const { isStatus } = addressOf(JSON.parse(body));
  await client.query({
    text: "update webhook_events set account_key = $2, is_status = $3 where id = $1",
    values: [id, key, isStatus],
  });
}

async function split(
  client: Queryable,
  { id }: Stored,
  changes: readonly { key: string; body: object }[],
): Promise<void> {
  await client.query({
    text: `insert into webhook_events (account_key, is_status, body, received_at)
      select t.key, t.is_status, t.body, w.received_at
      from unnest($2::text[], $3::boolean[], $4::text[]) as t(key, is_status, body) join webhook_events w on w.id = $1`,
    values: [
      id,
      changes.map(({ key }) => key),
      changes.map(({ body }) => addressOf(body).isStatus),
      changes.map(({ body }) => JSON.stringify(body)),
    ],
  });
  await settle(client, [id]);
}

/** Applied once, so that a body of an unknown shape leaves an error for support. */
async function dismiss(tx: Tx, services: Services, { id, body }: Stored): Promise<void> {
  const error = await inSavepoint(tx, () => applyEvents(tx, services, [body])).then(
    () => null,
    (failure: unknown) => summariseError(failure).replaceAll("\0", "").toWellFormed().slice(0, 2000),
  );
  if (error !== null) services.log.error({ webhookEventId: id, error }, "webhook not applied");
  await settle(clientOf(tx), [id], error);
}
