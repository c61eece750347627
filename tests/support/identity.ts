import { asc, eq } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { mails } from "#app/db/schema/record/mails.ts";
import { hashPassword } from "#app/domain/accounts/password.server.ts";
import { boundTo, type MailContent, type MailKind, storedMail } from "#app/domain/record/mails/content.ts";
import type { Locale } from "#app/platform/locale/locale.ts";
import { openSecret } from "#app/platform/secrets/secretBox.server.ts";
import type { TestPlatform } from "./platform.ts";

/** A password that passes every rule. */
export const goodPassword = "maziwa-lala-72";

export const signUpPayload = (email: string) => ({
  firstName: "Wanjiru",
  lastName: "Kamau",
  email,
  phoneNumber: "0712 345 678",
  password: goodPassword,
  usertype: "individual",
  businessName: "Kamau Hardware",
  agreedToTerms: true,
});

/** Sets the password of an organisation's owner; returns what forms require. */
export async function setPassword(platform: TestPlatform, { userId }: { userId: string }) {
  const passwordHash = await hashPassword(goodPassword);
  await platform.services.db.withSystem((tx) =>
    tx.update(users).set({ passwordHash }).where(eq(users.id, userId)),
  );
  return { password: goodPassword };
}

/** The pending emails to an address, oldest first, decrypted, each with its language. */
export async function lettersTo(
  platform: TestPlatform,
  email: string,
): Promise<{ content: MailContent; locale: Locale }[]> {
  const { db, config } = platform.services;
  const rows = await db.withSystem((tx) =>
    tx.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.createdAt), asc(mails.id)),
  );
  return rows
    .filter((row) => row.payloadEncrypted !== "")
    .map((row) =>
      storedMail.parse(JSON.parse(openSecret(config.encryptionKeys, boundTo(row.id), row.payloadEncrypted))),
    );
}

export async function mailsTo(platform: TestPlatform, email: string): Promise<MailContent[]> {
  return (await lettersTo(platform, email)).map(({ content }) => content);
}

/** The newest pending email of a kind. @throws Error when there is none. */
export async function newestMail<K extends MailKind>(platform: TestPlatform, email: string, kind: K) {
  const found = (await mailsTo(platform, email)).findLast((mail) => mail.kind === kind);
  if (!found) throw new Error(`no mail ${kind} to ${email}`);
  return found as Extract<MailContent, { kind: K }>;
}

/** Runs only the jobs that look up an address, so that their emails stay unsent and readable. */
export async function lookUpAddresses(platform: TestPlatform): Promise<void> {
  const { waiting, services } = platform;
  const jobs = waiting
    .splice(0)
    .filter(({ job }) =>
      /^(send-one-time-code|notify-owner|mail-email-change-code|record-refused-sign-in)$/.test(job.name),
    );
  for (const { job, payload } of jobs) await job.run(services, payload);
}

/** Signs a new user up; the account waits for its code. */
export async function signUp(platform: TestPlatform, email: string): Promise<string> {
  await platform.call("POST /auth/signup", signUpPayload(email));
  return (await newestMail(platform, email, "code")).code;
}

/** Signs a new user up and verifies the address. */
export async function join(platform: TestPlatform, email: string): Promise<void> {
  const otp = await signUp(platform, email);
  await platform.call("POST /auth/verify-otp", { email, otp });
}

/** Signs in and returns the session as a browser's cookie header. */
export async function signIn(platform: TestPlatform, email: string, password = goodPassword) {
  const response = await platform.request("POST /auth/signin", { email, password });
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
  return { cookie: response.headers.getSetCookie()[0]!.split(";")[0]! };
}

/** All cookies that a response sets, as a browser sends them back. */
export const cookiesOf = (response: Response) => ({
  cookie: response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; "),
});

/** Status and body of a call, for comparing refusals. The request id is left out: it always differs. */
export async function answerOf(response: Response) {
  const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}
