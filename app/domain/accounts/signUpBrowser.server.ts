import type { Services } from "#app/platform/context.ts";
import { seal, unseal } from "#app/platform/secrets/signature.server.ts";
import type { KeptToken } from "./browserTokens.ts";

const purpose = "signup";

interface Account {
  email: string;
  passwordHash: string;
}

/** Valid only for the form that this browser posted. */
const boundTo = ({ email, passwordHash }: Account) => `${email}:${passwordHash}`;

/** The token of the browser that has just chosen the password of `account`, which waits for its code. */
export const signUpToken = ({ config }: Pick<Services, "config">, account: Account): KeptToken => ({
  value: seal(config.sessionSecret, purpose, "chosen", boundTo(account)),
  days: 1,
});

/** Whether the browser that sent this token chose the password of `account`. */
export const hasChosenPassword = (
  { config }: Pick<Services, "config">,
  token: string | undefined,
  account: Account,
): boolean => unseal(config.sessionSecret, purpose, token)?.isGenuine(boundTo(account)) ?? false;
