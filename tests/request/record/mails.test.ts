import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mails } from "#app/db/schema/record/mails.ts";
import { mailerFor } from "#app/providers/mail/mailer.server.ts";
import { signUp } from "#tests/support/identity.ts";
import { createTestPlatform, setUpPlatform, type TestPlatform } from "#tests/support/platform.ts";
import { freePort } from "#tests/support/processes.ts";
import { setUp } from "#tests/support/setUp.ts";

/** A minimal SMTP server: it stores what it accepts and refuses recipients at `gone.test`. */
async function startMailServer(port = 0): Promise<{
  port: number;
  accepted: string[];
  recipients: string[];
  server: Server;
}> {
  const accepted: string[] = [];
  const recipients: string[] = [];
  const server = createServer((socket) => {
    let isBody = false;
    let held = "";
    const reply = (line: string) => socket.write(`${line}\r\n`);
    reply("220 test");
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      held += chunk.toString("latin1");
      for (let end = held.indexOf("\r\n"); end >= 0; end = held.indexOf("\r\n")) {
        const line = held.slice(0, end);
        if (isBody) {
          const stop = held.indexOf("\r\n.\r\n");
          if (stop < 0) return;
          accepted.push(held.slice(0, stop));
          held = held.slice(stop + 5);
          isBody = false;
          reply("250 kept");
          continue;
        }
        held = held.slice(end + 2);
        const recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
        if (recipient !== undefined) recipients.push(recipient);
        if (/^DATA/i.test(line)) {
          isBody = true;
          reply("354 go on");
        } else if (/^RCPT.*@gone\.test/i.test(line)) reply("550 no such mailbox");
        else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
        else reply("250 ok");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { port: (server.address() as { port: number }).port, accepted, recipients, server };
}

const rowsTo = (platform: TestPlatform, email: string) =>
  platform.services.db.withSystem((tx) => tx.select().from(mails).where(eq(mails.recipient, email)));

describe("emails without a mail server", () => {
  const platform = setUpPlatform();

  it("are written into the outbox, and the stored payload is emptied", async () => {
    const code = await signUp(platform, "outbox@duka.test");
    await platform.runJobs();
    const [row] = await rowsTo(platform, "outbox@duka.test");
    expect(row).toMatchObject({ kind: "code", payloadEncrypted: "", attempts: 1 });
    expect(row!.sentAt).not.toBeNull();
    const file = path.join(platform.services.config.dataDir, "outbox", `${row!.id}.eml`);
    const message = readFileSync(file, "utf8");
    expect(message).toContain("To: outbox@duka.test");
    expect(message).toContain(code);
  });

  it("hold their code encrypted while they wait", async () => {
    const code = await signUp(platform, "sealed@duka.test");
    const [row] = await rowsTo(platform, "sealed@duka.test");
    expect(row!.payloadEncrypted).toMatch(/^v1\./);
    expect(JSON.stringify({ ...row, id: "", createdAt: "" })).not.toContain(code);
  });
});

describe("emails over SMTP", () => {
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    // Not of the kernel's choice: while the server is down, no other process may be given its port.
    mailServer = await startMailServer(await freePort());
  });
  afterAll(() => void mailServer.server.close());
  const platform = setUp(
    () => createTestPlatform({ env: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` } }),
    ({ close }) => close(),
  );

  it("wait while the mail server is down, and arrive once when it is back", async () => {
    const { port, server } = mailServer;
    await new Promise((resolve) => server.close(resolve));
    await signUp(platform, "down@duka.test");
    const waiting = [...platform.waiting];
    await expect(platform.runJobs()).rejects.toThrow(/ECONNREFUSED/);
    const [held] = await rowsTo(platform, "down@duka.test");
    expect(held).toMatchObject({ sentAt: null, attempts: 1 });
    expect(held!.lastError).toMatch(/ECONNREFUSED/);
    expect(held!.payloadEncrypted).not.toBe("");

    mailServer = await startMailServer(port);
    for (let round = 0; round < 2; round++)
      for (const { job, payload } of waiting) await job.run(platform.services, payload);
    expect(mailServer.accepted.filter((mail) => mail.includes("To: down@duka.test"))).toHaveLength(1);
    expect((await rowsTo(platform, "down@duka.test"))[0]).toMatchObject({
      attempts: 2,
      payloadEncrypted: "",
    });
  });

  it("are sent to the stored address only, whatever else could be parsed from it", async () => {
    const to = "1,victim@real.test";
    const { config } = platform.services;
    const mail = {
      id: "mai_1",
      from: config.mailFrom,
      subject: "A mail",
      text: "Hello",
      html: "<p>Hello</p>",
    };
    await mailerFor(config).send({ ...mail, to });
    expect(mailServer.recipients.at(-1)).toBe('"1,victim"@real.test');
  });

  it("are given up when the mail server knows no such mailbox", async () => {
    await signUp(platform, "nobody@gone.test");
    await platform.runJobs();
    const [row] = await rowsTo(platform, "nobody@gone.test");
    expect(row).toMatchObject({ sentAt: null, payloadEncrypted: "" });
    expect(row!.lastError).toMatch(/550/);
  });
});
