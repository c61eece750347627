import { appAccessToken, CODE_TTL_MS, isAppToken, issueToken } from "./credentials.ts";
import { type GraphCall, parameterOf } from "./graphCall.ts";
import { invalidToken, oauthError } from "./graphError.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** `GET /oauth/access_token`: a signup code, or the app's own credentials, for a token (facts/whatsapp-cloud-api.md §3.2). */
export function exchangeCode(call: GraphCall): Reply {
  const { state, options } = call.simulator;
  if (parameterOf(call, "client_id") !== state.app.appId)
    return oauthError("Error validating application. Cannot get application info due to a system error.");
  if (parameterOf(call, "client_secret") !== state.app.appSecret)
    return oauthError("Error validating client secret.");
  if (parameterOf(call, "grant_type") === "client_credentials") {
    return jsonReply(200, { access_token: appAccessToken(state.app), token_type: "bearer" });
  }
  const given = parameterOf(call, "code");
  if (!given) return oauthError("Missing authorization code");
  const code = state.codes.get(given);
  if (!code) return oauthError("Invalid verification code format.");
  if (code.used) return oauthError("This authorization code has been used.");
  if (options.clock.now() - code.issuedAt > CODE_TTL_MS)
    return oauthError("This authorization code has expired.");
  code.used = true;
  const token = issueToken(call.simulator, [code.wabaId]);
  return jsonReply(200, { access_token: token.token, token_type: "bearer" });
}

/** `GET /debug_token`, for the app token only (§3.3). */
export function debugToken(call: GraphCall): Reply {
  const { state } = call.simulator;
  if (!isAppToken(state.app, call.bearer))
    return { ...invalidToken("Invalid OAuth access token."), status: 400 };
  const input = parameterOf(call, "input_token");
  if (!input) return oauthError("The parameter input_token is required.");
  const token = state.tokens.get(input);
  if (!token || token.revoked) {
    const error = {
      code: 190,
      message: "The access token could not be decrypted",
      ...(token ? { subcode: 467 } : {}),
    };
    return jsonReply(200, { data: { is_valid: false, error, scopes: [] } });
  }
  return jsonReply(200, {
    data: {
      app_id: state.app.appId,
      type: "SYSTEM_USER",
      application: "Simulated app",
      data_access_expires_at: 0,
      expires_at: 0,
      is_valid: true,
      issued_at: Math.floor(token.issuedAt / 1000),
      scopes: token.scopes,
      granular_scopes: token.scopes.map((scope) => ({ scope, target_ids: token.wabaIds })),
      user_id: `9${state.app.appId.slice(1)}`,
    },
  });
}
