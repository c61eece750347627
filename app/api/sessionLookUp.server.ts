import { findSession } from "#app/domain/accounts/sessions/find.server.ts";
import type { Services, SessionContext } from "#app/platform/context.ts";
import { tokensOf } from "./browserTokens.ts";

/**
 * Finds the session of a call. The calls of one page share one lookup. When the page is posted as a form, a
 * writing call may change the session, so it looks it up itself, and so do later calls.
 */
export function createSessionLookUp(services: Services) {
  const ofPages = new WeakMap<Request, Promise<SessionContext | undefined>>();
  return (request: Request, page: Request | undefined): Promise<SessionContext | undefined> => {
    const token = tokensOf(request).session;
    if (!page) return findSession(services, token);
    if (page.method !== "GET" && request.method !== "GET") {
      ofPages.delete(page);
      return findSession(services, token);
    }
    const known = ofPages.get(page) ?? findSession(services, token);
    ofPages.set(page, known);
    return known;
  };
}
