import { createHmac } from "node:crypto";
import type { SimulatorRequest } from "../kit/httpServer.ts";
import { isObject, type JsonObject } from "../kit/json.ts";
import { Tokens, type VendorName } from "./tokens.ts";

export interface VendorsOptions {
  port: number;
  host?: string;
  /** Our app at each service, with its webhook secret. */
  secrets: Record<VendorName, string>;
  /** The platform's `/api/hooks/integrations`. */
  hooksUrl: string;
  log?: (event: string, detail: object) => void;
}

export interface Person {
  id: string;
  firstname: string;
  lastname: string;
  phone: string;
  changedAt: string;
}

interface SlackPost {
  channel: string;
  text: string;
  ts: string;
  threadTs: string | undefined;
  metadata: unknown;
}

/** The services' data, in memory. */
export class Vendors {
  readonly tokens: Tokens;
  readonly hubspot = new Map<string, Person>();
  readonly salesforce = new Map<string, Person>();
  readonly timeline: { contactId: string; text: string; at: string }[] = [];
  readonly sheets = new Map<string, string[][]>();
  readonly slack: SlackPost[] = [];
  readonly shopHooks: { id: number; shop: string; topic: string; address: string }[] = [];
  /** Returns 503 for the next so many calls. */
  downFor = 0;
  /** Webhooks are withheld. */
  silent = false;
  readonly options: VendorsOptions;
  #count = 1000;

  constructor(options: VendorsOptions) {
    this.options = options;
    this.tokens = new Tokens(options.secrets.hubspot);
    this.sheets.set("Contacts", [
      ["Name", "Phone", "Tags"],
      ["Wanjiku Kamau", "0712000101", "newsletter"],
      ["Brian Ochieng", "0712000102", "vip"],
    ]);
  }

  sign = (vendor: VendorName, text: string, encoding: "hex" | "base64"): string =>
    createHmac("sha256", this.options.secrets[vendor]).update(text).digest(encoding);

  nextId(): string {
    this.#count += 1;
    return String(this.#count);
  }

  /** Posts a webhook to the platform; failures are ignored. */
  async post(path: string, body: string, headers: Record<string, string>): Promise<number> {
    if (this.silent) return 0;
    try {
      const url = path.startsWith("http") ? path : `${this.options.hooksUrl}/${path}`;
      const answer = await fetch(url, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
        signal: AbortSignal.timeout(5000),
      });
      return answer.status;
    } catch (error) {
      this.options.log?.("webhook not delivered", { path, reason: (error as Error).message });
      return 0;
    }
  }
}

/** The account of a bearer token; undefined when it is invalid. */
export const accountOf = ({ tokens }: Vendors, vendor: VendorName, request: SimulatorRequest) => {
  const header = request.headers["x-shopify-access-token"];
  const token = typeof header === "string" ? header : (request.authorization ?? "").replace(/^Bearer /, "");
  const claims = tokens.read(token, "access");
  return claims?.vendor === vendor ? claims.account : undefined;
};

export function bodyOf(request: SimulatorRequest): JsonObject {
  try {
    const value: unknown = JSON.parse(request.body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
