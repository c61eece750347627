import { expect, it } from "vitest";
import {
  answerOf,
  cookiesOf,
  goodPassword,
  join,
  lookUpAddresses,
  mailsTo,
  newestMail,
  signIn,
} from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUpSecondFactor } from "#tests/support/secondFactor.ts";

const platform = setUpPlatform();
const email = "patient@duka.test";

const givePassword = async (email: string, password = goodPassword) =>
  cookiesOf(await platform.request("POST /auth/signin", { email, password }));
const giveCode = (code: string, as: { cookie: string }) =>
  platform.request("POST /auth/second-factor", { code }, as);

it("wrong codes are counted over days: the owner is notified after ten, and after thirty only a reset by email helps", async () => {
  await join(platform, email);
  const { cookie } = await signIn(platform, email);
  const { user } = await platform.call("GET /auth/me", {}, { cookie });
  const { code, backupCodes } = await setUpSecondFactor(platform, { userId: user.id, cookie });
  const wrongCode = () => String((Number(code()) + 500_000) % 1_000_000).padStart(6, "0");
  const giveWrong = async (times: number) => {
    for (let n = 0; n < times; n++) {
      if (n % 5 === 0) platform.clock.advance(3_600_000);
      await giveCode(wrongCode(), await givePassword(email));
    }
  };
  const notices = async () =>
    (await mailsTo(platform, email))
      .filter((mail) => mail.kind === "security_notice")
      .map(({ event }) => event);
  const before = (await notices()).length;
  await giveWrong(9);
  expect((await notices()).slice(before)).toEqual([]);
  platform.clock.advance(3_600_000);
  expect((await giveCode(code(), await givePassword(email))).status).toBe(200);
  await giveWrong(10);
  expect((await notices()).slice(before)).toEqual([
    expect.stringMatching(/Your password and 10 wrong authenticator codes/),
  ]);
  await giveWrong(20);
  expect((await notices()).slice(before + 1)).toEqual([expect.stringMatching(/Sign-in is blocked/)]);
  platform.clock.advance(3_600_000);
  for (const right of [code(), backupCodes[0]!]) {
    const refused = await giveCode(right, await givePassword(email));
    expect(await answerOf(refused)).toMatchObject({
      status: 403,
      body: { code: "auth.second_factor_closed" },
    });
  }
  await platform.call("POST /auth/forgot-password", { email: email });
  await lookUpAddresses(platform);
  const { url } = await newestMail(platform, email, "reset");
  const token = new URL(url).searchParams.get("token")!;
  await platform.call("POST /auth/reset-password", { token, password: "ugali-sukuma-9" });
  const pending = await givePassword(email, "ugali-sukuma-9");
  expect((await giveCode(code(), pending)).status).toBe(200);
});
