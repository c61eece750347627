import { connect, createServer, type Socket } from "node:net";

/**
 * A TCP proxy to a PostgreSQL on a unix socket that can fail as a network does: after `freeze` the existing
 * connections stay open without carrying anything, and new ones work.
 */
export async function startDatabaseProxy(databaseUrl: string) {
  const given = new URL(databaseUrl.replace("@/", "@socket/"));
  const socketPath = `${given.searchParams.get("host")}/.s.PGSQL.5432`;
  const open = new Set<[Socket, Socket]>();
  const server = createServer((client) => {
    const upstream = connect(socketPath);
    const pair: [Socket, Socket] = [client, upstream];
    open.add(pair);
    client.pipe(upstream);
    upstream.pipe(client);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        if (!open.delete(pair)) return;
        for (const end of pair) end.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const frozen: [Socket, Socket][] = [];
  return {
    url: `postgresql://tarishi@127.0.0.1:${port}${given.pathname}`,
    /** Returns the number of dead connections. */
    freeze(): number {
      const dead = [...open];
      open.clear();
      for (const pair of dead) {
        frozen.push(pair);
        for (const socket of pair) socket.unpipe().pause();
      }
      return dead.length;
    },
    close() {
      for (const pair of [...open, ...frozen]) for (const socket of pair) socket.destroy();
      server.close();
    },
  };
}
