import { createHmac } from "node:crypto";
import { newAccessToken, newSignupCode } from "./ids.ts";
import type { Simulator } from "./simulator.ts";
import type { AccessToken, SimulatedApp } from "./state.ts";

export const CODE_TTL_MS = 30_000;

export const SCOPES = ["whatsapp_business_management", "whatsapp_business_messaging", "catalog_management"];

export function issueToken(simulator: Simulator, wabaIds: string[]): AccessToken {
  const token: AccessToken = {
    token: newAccessToken(),
    wabaIds,
    scopes: SCOPES,
    issuedAt: simulator.options.clock.now(),
    revoked: false,
  };
  simulator.state.tokens.set(token.token, token);
  simulator.state.touch();
  return token;
}

/**
 * A code as embedded signup gives it to the browser: single-use, for 30 s (facts/whatsapp-cloud-api.md §3.1).
 */
export function issueCode(simulator: Simulator, wabaId: string): string {
  const code = newSignupCode();
  simulator.state.codes.set(code, { code, wabaId, issuedAt: simulator.options.clock.now(), used: false });
  simulator.state.touch();
  return code;
}

export function appAccessToken(app: SimulatedApp): string {
  return `${app.appId}|${createHmac("sha256", app.appSecret).update("app-token").digest("base64url").slice(0, 27)}`;
}

export function isAppToken(app: SimulatedApp, token: string | undefined): boolean {
  return token === `${app.appId}|${app.appSecret}` || token === appAccessToken(app);
}
