import {
  json,
  type RunningServer,
  type SimulatorReply,
  type SimulatorRequest,
  startHttpServer,
} from "../kit/httpServer.ts";
import { control, controlPage } from "./control.ts";
import { hubspot, salesforce } from "./crm.ts";
import { authorize, giveTokens } from "./oauth.ts";
import { sheets, shopify, slack } from "./others.ts";
import { Vendors, type VendorsOptions } from "./simulator.ts";
import type { VendorName } from "./tokens.ts";

export interface RunningVendors extends RunningServer {
  vendors: Vendors;
}

const tokenPath =
  /^(\/oauth\/v1\/token|\/services\/oauth2\/token|\/token|\/api\/oauth\.v2\.access|\/admin\/oauth\/access_token)$/;
const authorizePath =
  /^(\/oauth\/authorize|\/services\/oauth2\/authorize|\/o\/oauth2\/v2\/auth|\/oauth\/v2\/authorize|\/admin\/oauth\/authorize)$/;
const apis = { hubspot, salesforce, shopify, google_sheets: sheets, slack };

/**
 * Starts the services that organisations connect, each under its name and otherwise like its public API;
 * Shopify has the shop after its name. `GET /` is a page to play the other side, `POST /_sim/…` the same for
 * tests.
 */
export async function startVendorsSimulator(options: VendorsOptions): Promise<RunningVendors> {
  const vendors = new Vendors(options);
  const host = options.host ?? "127.0.0.1";
  let base = "";
  const server = await startHttpServer({
    port: options.port,
    host,
    answer: (request) => answer(vendors, base, request),
    failed(error) {
      options.log?.("failed", { reason: (error as Error).message });
      return json(500, { message: (error as Error).message });
    },
  });
  base = server.url;
  return { ...server, vendors };
}

async function answer(vendors: Vendors, base: string, request: SimulatorRequest): Promise<SimulatorReply> {
  const { path } = request;
  if (path === "/_sim/health") return json(200, { ok: true, service: "vendors" });
  if (path === "/") return controlPage(vendors);
  if (path.startsWith("/_sim/")) return control(vendors, request);
  if (vendors.downFor > 0) {
    vendors.downFor -= 1;
    return json(503, { message: "down" });
  }
  const [, name = ""] = path.split("/");
  const inner = { ...request, path: path.slice(name.length + 1) };
  if (name in apis) return ofVendor(vendors, name as VendorName, `${base}/${name}`, inner);
  return json(404, { message: "There is no such service." });
}

async function ofVendor(
  vendors: Vendors,
  vendor: VendorName,
  base: string,
  given: SimulatorRequest,
): Promise<SimulatorReply> {
  const shop = vendor === "shopify" ? given.path.split("/")[1] : undefined;
  const request = shop === undefined ? given : { ...given, path: given.path.slice(shop.length + 1) };
  if (authorizePath.test(request.path)) return authorize(vendors, vendor, request, shop);
  if (tokenPath.test(request.path)) return giveTokens(vendors, vendor, request, base);
  return apis[vendor](vendors, request);
}
