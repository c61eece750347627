/** Signed texts that a browser keeps for us and sends with each request. */
export interface BrowserTokens {
  /** Of the signed-in user. */
  session?: string | undefined;
  /** Of a sign-in that still needs a code. */
  pendingSignIn?: string | undefined;
  /** Of a user who signed in with this browser before. */
  knownBrowser?: string | undefined;
  /** Of an account that waits for its code, and whose password this browser chose. */
  signUp?: string | undefined;
}

/** `days`: how long the browser keeps it; `null` is until it is closed. */
export interface KeptToken {
  value: string;
  days: number | null;
}

/** The tokens that change in the browser; `null` deletes one. */
export type TokenChanges = { [name in keyof BrowserTokens]?: KeptToken | null };
