import { createContext, data, RouterContextProvider } from "react-router";
import { type ApiClient, ApiError, type ApiFetch, createApiClient } from "#app/api/client.server.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { m } from "#messages";

/** What screens may know of their process. */
export interface PublicConfig {
  appUrl: string;
  demo: boolean;
  sandbox: boolean;
  secureCookies: boolean;
  sessionSecret: string;
  brand: { name: string; salesEmail: string; whatsappChatNumber: string; appHost: string };
  meta: { appId: string; configId: string; graphApiVersion: string };
}

export interface Platform {
  apiFetch: ApiFetch;
  apiBaseUrl: string;
  config: PublicConfig;
  log: Pick<Logger, "error" | "warn">;
  nonce: string;
  requestId: string;
  /** Logs and counts a form posted by another site. */
  noteRefused(code: string): void;
  /** The request is a form typed before its session ended: it is shown, and changes nothing. */
  resumed?: ResumedForm | undefined;
}

export interface ResumedForm {
  hadFiles: boolean;
}

/** Confirms after a new sign-in that the text is restored. */
export const resumedText = ({ hadFiles }: ResumedForm): string =>
  hadFiles ? m.ui_form_restored_without_files() : m.ui_form_restored();

export const platformContext = createContext<Platform>();
export const apiContext = createContext<ApiClient>();

/**
 * The context of one request; server.ts calls this through the build, so that keys and values are of one
 * module.
 */
export function createLoadContext(platform: Platform, request: Request): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  const client = createApiClient(platform.apiFetch, platform.apiBaseUrl, request, platform.log);
  const { resumed, requestId } = platform;
  context.set(apiContext, withBusyPage(resumed ? readOnly(client, resumed, requestId) : client));
  return context;
}

const busyPages = new WeakSet<object>();

/** Whether this is the error page of a read that failed because of overload. */
export const isBusyPage = (thrown: unknown): boolean =>
  typeof thrown === "object" && thrown !== null && busyPages.has(thrown);

/** Calls that read by POST and change nothing. */
const isReading = (key: string) => key.startsWith("GET ") || /^POST .*\/(preview|quote|compose)$/.test(key);

/** The client of a restored form: each change is refused with the reason, and the form keeps its text. */
function readOnly(client: ApiClient, resumed: ResumedForm, requestId: string): ApiClient {
  const refuseWrites = (key: string) => {
    if (isReading(key)) return;
    throw new ApiError(400, { code: "form.resumed", message: resumedText(resumed), requestId });
  };
  return Object.assign(
    (async (key, input) => {
      refuseWrites(key);
      return client(key, input);
    }) as ApiClient,
    {
      raw: (async (key, input, init) => {
        refuseWrites(key);
        return client.raw(key, input, init);
      }) as ApiClient["raw"],
      cookies: client.cookies,
      replayed: client.replayed,
    },
  );
}

/** Reads that fail because of overload show this page, on every screen. */
function withBusyPage(client: ApiClient): ApiClient {
  const orPage = (key: string) => (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== "server.busy" || !key.startsWith("GET ")) throw error;
    const page = data(`${error.message} (reference ${error.requestId})`, { status: 503 });
    busyPages.add(page);
    throw page;
  };
  const call: typeof client = Object.assign(
    ((key, input) => client(key, input).catch(orPage(key))) as ApiClient,
    {
      raw: ((key, input, init) => client.raw(key, input, init).catch(orPage(key))) as ApiClient["raw"],
      cookies: client.cookies,
      replayed: client.replayed,
    },
  );
  return call;
}
