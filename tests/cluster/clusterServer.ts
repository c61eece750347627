import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import path from "node:path";
import { clusterProblems, distribute, joinNodes } from "#app/db/distribute.server.ts";
import { makeDataDir, removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";

/**
 * Opens a socket in `folder` that leads to a PostgreSQL elsewhere: the demo, whose passwords are published, loads only
 * into a database that is reached within its own folder.
 */
async function leadTo(databaseUrl: string, folder: string): Promise<() => void> {
  const { hostname, port } = new URL(databaseUrl);
  mkdirSync(folder, { recursive: true });
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on("error", () => undefined).on("close", () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(path.join(folder, ".s.PGSQL.5432"), resolve));
  return () => server.close();
}

/** A mail server that writes every letter into `outbox`, as a server without one does. Returns its address. */
async function collectMails(outbox: string): Promise<{ url: string; end: () => void }> {
  mkdirSync(outbox, { recursive: true });
  let letters = 0;
  const server = createServer((client) => {
    let letter: string | undefined;
    let waiting = "";
    const take = (line: string) => {
      if (letter === undefined) {
        const isData = /^data$/i.test(line);
        if (isData) letter = "";
        client.write(isData ? "354 go ahead\r\n" : /^quit$/i.test(line) ? "221 bye\r\n" : "250 ok\r\n");
      } else if (line === ".") {
        writeFileSync(path.join(outbox, `${String(++letters).padStart(6, "0")}.eml`), letter);
        letter = undefined;
        client.write("250 stored\r\n");
      } else letter += `${line}\n`;
    };
    client.write("220 outbox\r\n");
    client.on("error", () => undefined);
    client.on("data", (chunk) => {
      const lines = (waiting + chunk.toString()).split("\r\n");
      waiting = lines.pop()!;
      for (const line of lines) take(line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, end: () => server.close() };
}

/**
 * A server with the demo on a cluster, of which it gets the addresses of the coordinator and the workers. Their databases
 * are empty. The demo loads on the coordinator alone and is spread then, as an operator does it with years of data.
 */
export async function startOnCluster(urls: readonly string[]): Promise<TestServer> {
  const [coordinator, ...workers] = urls as [string, ...string[]];
  const problems = await clusterProblems(urls);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const dataDir = makeDataDir();
  const folder = path.join(dataDir, "run");
  const end = await leadTo(coordinator, folder);
  const mails = await collectMails(path.join(dataDir, "outbox"));
  const { username, pathname } = new URL(coordinator);
  const env = {
    DATABASE_URL: `postgresql://${username}@${pathname}?host=${encodeURIComponent(folder)}`,
    DEMO: "on",
    SESSION_SECRET: randomBytes(24).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    APP_URL: "http://localhost:4000",
    SMTP_URL: mails.url,
  };
  await (await startServer({ dataDir, env })).stop();
  await joinNodes(coordinator, workers);
  await distribute(coordinator, () => undefined);
  const server = await startServer({ dataDir, env });
  return {
    ...server,
    databaseUrl: coordinator,
    async close() {
      await server.close();
      end();
      mails.end();
      removeDataDir(dataDir);
    },
  };
}
