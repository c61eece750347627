import { describe, expect, it } from "vitest";
import { goodPassword, join, lookUpAddresses, signIn } from "#tests/support/identity.ts";
import { newAddress } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

/** Tries a password from an address, as a script would. */
async function tryPassword(email: string, password: string, from = "196.201.0.9"): Promise<number> {
  const request = new Request("http://localhost:4000/api/auth/signin", {
    method: "POST",
    headers: { "content-type": "application/json", "x-client-address": from, "user-agent": "Guesser/1.0" },
    body: JSON.stringify({ email, password }),
  });
  return (await platform.api.fetch(request)).status;
}

/** The activity log's entries on refused sign-ins, newest first. */
async function refusalsOf(email: string) {
  await lookUpAddresses(platform);
  const { logs } = await platform.call(
    "GET /activity-logs",
    { type: "login", status: "warning" },
    await signIn(platform, email),
  );
  return logs;
}

describe("a wrong password for an account", () => {
  it("is shown to its owner in the activity log, with address and device", async () => {
    const email = newAddress();
    await join(platform, email);
    expect(await tryPassword(email, "not-the-one")).toBe(401);
    expect(await refusalsOf(email)).toMatchObject([
      {
        type: "login",
        status: "warning",
        action: "Sign-in refused",
        details: `A wrong password for ${email}`,
        ipAddress: "196.201.0.9",
        userAgent: "Guesser/1.0",
        actor: "Unknown user",
      },
    ]);
  });

  it("adds one entry per ten minutes, with a count and the last address", async () => {
    const email = newAddress();
    await join(platform, email);
    for (const from of ["196.201.0.9", "196.201.0.9", "41.90.7.7"])
      await tryPassword(email, "not-the-one", from);
    expect(await refusalsOf(email)).toMatchObject([
      {
        details: `3 wrong passwords for ${email} in ten minutes; the last one came from here`,
        ipAddress: "41.90.7.7",
      },
    ]);
    platform.clock.advance(10 * 60_000);
    await tryPassword(email, "not-the-one");
    expect(await refusalsOf(email)).toMatchObject([
      { details: `A wrong password for ${email}` },
      { details: expect.stringMatching(/^3 wrong passwords/) },
    ]);
  });

  it("is recorded by a job, so that an address without an account costs the same time", async () => {
    const email = newAddress();
    await join(platform, email);
    const jobsOf = async (address: string) => {
      platform.waiting.splice(0);
      await tryPassword(address, "not-the-one");
      return platform.waiting.splice(0).map(({ job }) => job.name);
    };
    expect(await jobsOf(email)).toEqual(["record-refused-sign-in"]);
    expect(await jobsOf(newAddress())).toEqual(["record-refused-sign-in"]);
  });

  it("adds no such entry when the password is right", async () => {
    const email = newAddress();
    await join(platform, email);
    expect(await tryPassword(email, goodPassword)).toBe(200);
    expect(await refusalsOf(email)).toEqual([]);
  });
});
