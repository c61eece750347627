import { createHash, createHmac } from "node:crypto";

export type VendorName = "hubspot" | "salesforce" | "shopify" | "google_sheets" | "slack";

/** A token's content: self-contained, so that those of an earlier start are valid. */
interface Claims {
  kind: "code" | "access" | "refresh";
  vendor: VendorName;
  account: string;
  /** Unix milliseconds. */
  until: number;
  /** Of a code: the PKCE challenge and the redirect that it was issued for. */
  challenge?: string;
  redirectUri?: string;
  serial: number;
}

const accessSeconds = 1800;
const codeMs = 60_000;

/**
 * The authorisation server of all vendors. `rotate`: refresh tokens are single-use, as where vendors rotate
 * them.
 */
export class Tokens {
  rotate = false;
  /** The number of refresh requests. */
  refreshes = 0;
  #serial = 0;
  readonly #secret: string;
  readonly #used = new Set<string>();
  readonly #revoked = new Set<string>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  #mac = (text: string) => createHmac("sha256", this.#secret).update(text).digest("base64url");

  #make(claims: Omit<Claims, "serial">): string {
    this.#serial += 1;
    const text = Buffer.from(JSON.stringify({ ...claims, serial: this.#serial })).toString("base64url");
    return `${text}.${this.#mac(text)}`;
  }

  /** A token's content, if it is ours, not expired and not revoked. The demo's accounts have fixed tokens. */
  read(token: string, kind: Claims["kind"]): Claims | undefined {
    const known = /^demo:(hubspot|shopify):([\w.-]+)$/.exec(token);
    if (known) return { kind, vendor: known[1] as VendorName, account: known[2]!, until: 0, serial: 0 };
    const [text = "", mac = ""] = token.split(".");
    if (mac !== this.#mac(text)) return undefined;
    const claims = JSON.parse(Buffer.from(text, "base64url").toString()) as Claims;
    const isOver = claims.until < Date.now() || this.#revoked.has(`${claims.vendor} ${claims.account}`);
    return claims.kind === kind && !isOver ? claims : undefined;
  }

  code(vendor: VendorName, account: string, challenge: string, redirectUri: string): string {
    this.#revoked.delete(`${vendor} ${account}`);
    return this.#make({ kind: "code", vendor, account, until: Date.now() + codeMs, challenge, redirectUri });
  }

  /** Access and refresh token of an account. */
  grant(vendor: VendorName, account: string) {
    const far = Date.now() + 365 * 86_400_000;
    const until = vendor === "shopify" ? far : Date.now() + accessSeconds * 1000;
    return {
      access_token: this.#make({ kind: "access", vendor, account, until }),
      refresh_token: this.#make({ kind: "refresh", vendor, account, until: far }),
      expires_in: accessSeconds,
    };
  }

  /**
   * The account of a grant; undefined when it is refused. A code is single-use, with its verifier and
   * redirect.
   */
  accountOf(form: URLSearchParams, vendor: VendorName): string | undefined {
    const isRefresh = form.get("grant_type") === "refresh_token";
    const text = form.get(isRefresh ? "refresh_token" : "code") ?? "";
    const claims = this.read(text, isRefresh ? "refresh" : "code");
    if (isRefresh) this.refreshes += 1;
    if (claims?.vendor !== vendor || this.#used.has(text)) return undefined;
    if (!isRefresh || this.rotate) this.#used.add(text);
    if (isRefresh) return claims.account;
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const fits = claims.challenge === challenge && claims.redirectUri === form.get("redirect_uri");
    return fits ? claims.account : undefined;
  }

  revoke(vendor: VendorName, account: string): void {
    this.#revoked.add(`${vendor} ${account}`);
  }
}
