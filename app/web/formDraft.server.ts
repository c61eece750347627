import { type ApiClient, type ApiFetch, createApiClient } from "#app/api/client.server.ts";
import { readCookie, sessionCookieName, writeCookie } from "#app/platform/http/cookies.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import type { ResumedForm } from "./platform.server.ts";

const cookieName = "tarishi_draft";
const cookieDays = 1 / 24;

/** The address of a request as a browser shows it, without React Router's additions. */
export function shownPath(request: Request, { isPage }: { isPage: boolean }): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  if (isPage && url.searchParams.get("index") === "") url.searchParams.delete("index");
  return `${url.pathname.replace(/\.data$/, "")}${url.search}`;
}

/** The form's page, when the browser names it. */
function pageOf(request: Request): string | undefined {
  const page = URL.parse(request.headers.get("referer") ?? "");
  return page?.host === new URL(request.url).host ? `${page.pathname}${page.search}` : undefined;
}

/**
 * Stores the form of a user whose session ended. Returns where they go after they sign in again, and the
 * headers that restore the form there.
 */
export async function saveForm(
  request: Request,
  api: ApiClient,
  { secure }: { secure: boolean },
): Promise<{ from: string; headers: Headers }> {
  const postedTo = shownPath(request, { isPage: false });
  const page = safePath(pageOf(request), shownPath(request, { isPage: true }));
  const from = safePath(shownPath(request, { isPage: true }), page);
  const headers = new Headers();
  const type = request.headers.get("content-type") ?? "";
  if (!request.body || !/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    return { from, headers };
  const init = { headers: { "content-type": type }, body: request.body };
  // Without its draft a form still redirects to the sign-in.
  const answer = await api.raw("POST /auth/form-drafts", { postedTo, page }, init).catch(() => undefined);
  const { draftId } = (await answer?.json()) ?? {};
  if (draftId)
    headers.append(
      "set-cookie",
      writeCookie(cookieName, `${draftId}:${from}`, { days: cookieDays, httpOnly: true, secure }),
    );
  return { from, headers };
}

/** An expired or foreign draft is an ordinary visit, not worth a warning. */
const draftLog: Pick<Console, "error" | "warn"> = { error: console.error, warn: () => undefined };

type Answer = (request: Request, resumed?: ResumedForm) => Promise<Response>;

/**
 * Turns the first visit after a new sign-in into the form typed before it, as if it had been posted and
 * refused; returns every other request unchanged. A form that its address can't show redirects to its page.
 */
export async function answerWithForm(
  request: Request,
  { apiFetch, apiBaseUrl }: { apiFetch: ApiFetch; apiBaseUrl: string },
  answer: Answer,
): Promise<Response> {
  const cookies = request.headers.get("cookie");
  const [draftId, ...rest] = (readCookie(cookies, cookieName) ?? "").split(":");
  const isVisit = request.method === "GET" && shownPath(request, { isPage: false }) === rest.join(":");
  if (!draftId || !isVisit || !readCookie(cookies, sessionCookieName)) return answer(request);
  const api = createApiClient(apiFetch, apiBaseUrl, request, draftLog);
  const { draft } = await api("DELETE /auth/form-drafts/:draftId", { draftId }).catch(() => ({
    draft: null,
  }));
  if (!draft) return answer(request);
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/x-www-form-urlencoded");
  const resumed = new Request(new URL(draft.postedTo, request.url), {
    method: "POST",
    headers,
    body: new URLSearchParams(draft.fields).toString(),
    signal: request.signal,
  });
  const response = afterForm(await answer(resumed, { hadFiles: draft.hadFiles }), draft.page, request);
  const own = response ?? (await answer(request));
  own.headers.append("set-cookie", writeCookie(cookieName, "", { days: 0, httpOnly: true }));
  return own;
}

/** What a visitor sees of the response to their form; undefined for the plain page. */
function afterForm(response: Response, page: string, request: Request): Response | undefined {
  const { status, headers, body } = response;
  if (status >= 300 && status < 400) return response;
  const isPage = (headers.get("content-type") ?? "").startsWith("text/html");
  if (isPage && (status === 200 || status === 400)) return new Response(body, { headers });
  if (page === shownPath(request, { isPage: true })) return undefined;
  return new Response(null, { status: 303, headers: { location: page } });
}
