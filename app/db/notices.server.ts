import pg from "pg";

/** A notification of PostgreSQL. */
export interface Notice {
  channel: string;
  payload: string;
}

/** The notices of each connection's running transaction. */
const collected = new WeakMap<object, Map<string, Notice>>();

export const collectNotices = (client: object): void => void collected.set(client, new Map());

/** Sends a notice with the commit; equal ones once. @throws Error outside of a transaction, where it would be lost */
export function addNotice(client: object, notice: Notice): void {
  const notices = collected.get(client);
  if (!notices) throw new Error(`There is no transaction to notify ${notice.channel} with`);
  notices.set(`${notice.channel} ${notice.payload}`, notice);
}

/** The notices so far; the commit no longer sends them. */
export function takeNotices(client: object): Notice[] {
  const notices = [...(collected.get(client)?.values() ?? [])];
  collected.get(client)?.clear();
  return notices;
}

export const forgetNotices = (client: object): void => void collected.delete(client);

/** The commit of a transaction with its notices, in one round trip. Later ones are refused. */
export function commitText(client: object): string {
  const notices = takeNotices(client);
  forgetNotices(client);
  if (notices.length === 0) return "commit";
  const calls = notices.map(
    ({ channel, payload }) => `pg_notify(${pg.escapeLiteral(channel)}, ${pg.escapeLiteral(payload)})`,
  );
  return `select ${calls.join(", ")}; commit`;
}
