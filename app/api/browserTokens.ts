import type { BrowserTokens, TokenChanges } from "#app/domain/accounts/browserTokens.ts";
import type { DomainError } from "#app/platform/errors.ts";
import { pendingCookieName, readCookie, sessionCookieName, writeCookie } from "#app/platform/http/cookies.ts";

const cookieNames = {
  session: sessionCookieName,
  pendingSignIn: pendingCookieName,
  knownBrowser: "tarishi_known",
  signUp: "tarishi_signup",
} as const satisfies Record<keyof BrowserTokens, string>;

/** The tokens among the cookies of a request. */
export function tokensOf(request: Request): BrowserTokens {
  const header = request.headers.get("cookie");
  const names = Object.entries(cookieNames);
  return Object.fromEntries(names.map(([token, name]) => [token, readCookie(header, name)]));
}

/** `Set-Cookie` values, which no script sees. */
const cookiesOf = (changes: TokenChanges, secure: boolean): string[] =>
  (Object.keys(changes) as (keyof BrowserTokens)[]).map((token) => {
    const { value, days } = changes[token] ?? { value: "", days: 0 };
    return writeCookie(cookieNames[token], value, { days, httpOnly: true, secure });
  });

/** The browser of a call: its tokens, and the cookies of the response. */
export function browserOf(request: Request, { secureCookies }: { secureCookies: boolean }) {
  const cookies: string[] = [];
  return {
    tokens: tokensOf(request),
    cookies,
    /** Sets the tokens that a verb returns, also with its refusal, and passes on the rest. */
    async keep<T extends { tokens: TokenChanges; refusal?: DomainError }>(work: Promise<T>) {
      const { tokens, refusal, ...result } = await work;
      cookies.push(...cookiesOf(tokens, secureCookies));
      if (refusal) throw refusal;
      return result as T extends { refusal: DomainError } ? never : Omit<T, "tokens">;
    },
  };
}
