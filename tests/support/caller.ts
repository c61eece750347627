import type { CallInput, CallKey, CallOutput } from "#app/api/client.server.ts";
import type { TestServer } from "./server.ts";
import { setUp } from "./setUp.ts";
import { openShop } from "./shop.ts";

/** A plain HTTP client of a running server's API, typed by the contract, with this session. */
export function callerOf(origin: string, cookie: string) {
  return async function call<K extends CallKey>(key: K, input: CallInput<K>): Promise<CallOutput<K>> {
    const [method, template] = key.split(" ") as [string, string];
    const rest: Record<string, unknown> = { ...input };
    const path = template.replace(/:(\w+)/g, (_, name: string) => {
      const value = rest[name];
      delete rest[name];
      return encodeURIComponent(String(value));
    });
    const target = new URL(`/api${path}`, origin);
    const isRead = method === "GET";
    if (isRead)
      for (const [name, value] of Object.entries(rest)) target.searchParams.set(name, String(value));
    const answer = await fetch(target, {
      method,
      headers: { cookie, origin, ...(isRead ? {} : { "content-type": "application/json" }) },
      ...(isRead ? {} : { body: JSON.stringify(rest) }),
    });
    if (!answer.ok) throw new Error(`${key}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as CallOutput<K>;
  };
}

export type Caller = ReturnType<typeof callerOf>;

/** The owner of an organisation with contacts and money, signed in on the server of a test file. */
export const setUpMember = (server: Pick<TestServer, "url" | "databaseUrl">) =>
  setUp(async () => {
    const cookie = await openShop(server);
    return { cookie, call: callerOf(server.url, cookie) };
  });
