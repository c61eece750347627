import { eq } from "drizzle-orm";
import { secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { keyBoundTo } from "#app/domain/accounts/secondFactors/find.server.ts";
import { stepAt, totpCode } from "#app/domain/accounts/totp.ts";
import { openSecret } from "#app/platform/secrets/secretBox.server.ts";
import { goodPassword } from "./identity.ts";
import type { TestPlatform } from "./platform.ts";

interface SignedIn {
  userId: string;
  cookie: string;
}

/** Starts the setup of an authenticator app; returns the phone's codes, whose clock may be some steps off. */
export async function codesOfApp(platform: TestPlatform, { userId, cookie }: SignedIn) {
  await platform.call("POST /second-factor", { password: goodPassword }, { cookie });
  const { db, config } = platform.services;
  const [row] = await db.withSystem((tx) =>
    tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)),
  );
  const sealed = openSecret(config.encryptionKeys, keyBoundTo(userId), row!.secretEncrypted);
  const key = Buffer.from(sealed, "base64url");
  return (steps = 0) => totpCode(key, stepAt(platform.clock.now()) + steps);
}

const stepMs = 30_000;

/** Turns an authenticator app on; the step of the confirmation is over. */
export async function setUpSecondFactor(platform: TestPlatform, person: SignedIn) {
  const code = await codesOfApp(platform, person);
  const as = { cookie: person.cookie };
  const { backupCodes } = await platform.call("POST /second-factor/confirm", { code: code() }, as);
  platform.clock.advance(3 * stepMs);
  return { code, backupCodes };
}
