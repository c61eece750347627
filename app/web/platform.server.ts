import { createContext, RouterContextProvider } from "react-router";
import { type ApiClient, type ApiFetch, createApiClient } from "#app/api/client.server.ts";

/** What screens may know of the process they run in. */
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
  nonce: string;
  requestId: string;
}

export const platformContext = createContext<Platform>();
export const apiContext = createContext<ApiClient>();

/** The context of one request; server.ts calls this through the build, so that keys and values are of one module. */
export function createLoadContext(platform: Platform, request: Request): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  context.set(apiContext, createApiClient(platform.apiFetch, platform.apiBaseUrl, request, console));
  return context;
}
