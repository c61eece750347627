import { randomBytes } from "node:crypto";
import { createContext, type MiddlewareFunction } from "react-router";
import { sealFormOwner } from "#app/platform/forms/formOwner.server.ts";
import { readCookie, writeCookie } from "#app/platform/http/cookies.ts";
import { isSignature, signatureOf } from "#app/platform/secrets/signature.server.ts";
import { m } from "#messages";
import { platformContext } from "./platform.server.ts";
import { userContext } from "./session.server.ts";

const cookieName = "tarishi_form";

/**
 * The token of every form in the field `csrf`, for browsers that send neither Origin nor Sec-Fetch-Site, and
 * after a dot the user it was rendered for: their typed text is stored for them when their session is over.
 */
export const formTokenContext = createContext<string>("");

/**
 * Refuses a form posted by another site: by Sec-Fetch-Site, else by Origin, else by the form token, which
 * belongs to a cookie of this browser.
 */
export const protectForms: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { config, noteRefused, resumed } = context.get(platformContext);
  const known = readCookie(request.headers.get("cookie"), cookieName);
  const seed = known ?? randomBytes(16).toString("base64url");
  const token = signatureOf(config.sessionSecret, "form", seed);
  const user = context.get(userContext);
  context.set(formTokenContext, user ? `${token}.${sealFormOwner(config.sessionSecret, user.id)}` : token);
  if (
    !resumed &&
    !isSigned(request) &&
    request.method !== "GET" &&
    request.method !== "HEAD" &&
    !(await isOurs(request, token, known, config.appUrl))
  ) {
    noteRefused("request.cross_site");
    throw new Response(m.ui_csrf_refused(), {
      status: 403,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
  const response = await next();
  if (known === undefined && /^text\/html/.test(response.headers.get("content-type") ?? "")) {
    response.headers.append(
      "set-cookie",
      writeCookie(cookieName, seed, { days: null, httpOnly: true, secure: config.secureCookies }),
    );
  }
  return response;
};

/** Addresses that carry their own proof, to which email programs post. */
const isSigned = (request: Request): boolean => new URL(request.url).pathname.startsWith("/unsubscribe/");

/** Forms are small; larger bodies are files, which a browser without an origin cannot send. */
const maxTokenFormBytes = 1024 * 1024;

async function isOurs(
  request: Request,
  token: string,
  known: string | undefined,
  appUrl: string,
): Promise<boolean> {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  // server.ts passes the Origin header on by this name.
  const origin = request.headers.get("x-form-origin") ?? request.headers.get("origin");
  if (origin !== null) return origin === new URL(appUrl).origin || origin === new URL(request.url).origin;
  if (known === undefined) return false;
  return isSignature(await tokenIn(request), token);
}

/** The token in a form of known, small size; anything else counts as a form without token and is not read. */
async function tokenIn(request: Request): Promise<string> {
  const length = request.headers.get("content-length");
  const isSmall = length !== null && Number(length) < maxTokenFormBytes;
  const type = request.headers.get("content-type") ?? "";
  if (!isSmall || !/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return "";
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined);
  // After the dot is the form's user, with its own signature.
  return String(form?.get("csrf") ?? "").split(".")[0]!;
}
