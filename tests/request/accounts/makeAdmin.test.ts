import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { users } from "#app/db/schema/accounts/users.ts";
import { makeAdmin } from "#app/domain/accounts/makeAdmin.server.ts";
import { join, signIn, signUp } from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

/** Runs `npm run admin -- <argument>` as an operator does; returns its output and exit code. */
const runCommand = (...argument: string[]) =>
  runWith({ DATABASE_URL: platform.services.db.url, SMTP_URL: "smtp://127.0.0.1:9" }, argument);

const runWith = (environment: Record<string, string>, argument: string[]) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const { config } = platform.services;
    const env = {
      PATH: process.env.PATH,
      ...environment,
      APP_URL: config.appUrl,
      SESSION_SECRET: config.sessionSecret,
      ENCRYPTION_KEY: config.encryptionKeys[0]!.key.toString("hex"),
      DATA_DIR: config.dataDir,
    };
    execFile(process.execPath, ["app/admin.server.ts", ...argument], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

it("a verified account becomes an administrator from its next sign-in", async () => {
  const email = "wanjiru@duka.test";
  await join(platform, email);
  const before = await signIn(platform, email);
  expect((await platform.request("GET /admin/overview", {}, before)).status).toBe(403);

  expect(await runCommand(" Wanjiru@duka.test")).toEqual({
    code: 0,
    said: `${email} is an administrator from the next sign-in on; 1 session ended.\n`,
  });
  expect((await platform.request("GET /auth/me", {}, before)).status).toBe(401);
  const after = await signIn(platform, email);
  expect((await platform.request("GET /admin/overview", {}, after)).status).toBe(200);
  const { user } = await platform.call("GET /auth/me", {}, after);
  expect(user).toMatchObject({ usertype: "admin", role: "owner", businessName: "Kamau Hardware" });
  const { logs } = await platform.call("GET /activity-logs", { type: "security" }, after);
  expect(logs).toMatchObject([{ action: "Made an administrator", actor: "The system" }]);

  expect(await runCommand(email)).toEqual({ code: 0, said: `${email} is an administrator already.\n` });
  expect((await platform.request("GET /auth/me", {}, after)).status).toBe(200);
});

it("the operator gets a clear error message", async () => {
  await signUp(platform, "later@duka.test");
  for (const [argument, said] of [
    [[], "Say who is to become an administrator: npm run admin -- someone@example.co.ke"],
    [["wanjiru"], "Say who is to become an administrator: npm run admin -- someone@example.co.ke"],
    [["nobody@duka.test"], "There is no account for nobody@duka.test. Sign up with it first."],
    [["later@duka.test"], "later@duka.test is not verified. Enter the emailed code first."],
  ] as const)
    expect(await runCommand(...argument)).toEqual({ code: 1, said: `${said}\n` });
});

it("without the server's database, no administrator is created", async () => {
  expect(await runWith({}, ["wanjiru@duka.test"])).toMatchObject({
    code: 1,
    said: expect.stringContaining("There is no database here: set DATABASE_URL"),
  });
  expect(existsSync(path.join(platform.services.config.dataDir, "postgres"))).toBe(false);
});

it("a suspended account is refused", async () => {
  const { email } = await platform.createOrg();
  const { services } = platform;
  await services.db.withSystem((tx) =>
    tx.update(users).set({ accountStatus: "suspended" }).where(eq(users.email, email)),
  );
  await expect(makeAdmin({ services, input: { email } })).rejects.toMatchObject({ code: "user.suspended" });
  const [user] = await services.db.withSystem((tx) => tx.select().from(users).where(eq(users.email, email)));
  expect(user?.usertype).toBe("individual");
});
