import { type CompiledTemplate, compileTemplate } from "./compiledTemplate.ts";
import { newNodeId } from "./ids.ts";
import type { StatusMode } from "./options.ts";
import type { TemplateComponent } from "./templateComponents.ts";

/** The state of the simulated platform, in the terms of facts/whatsapp-cloud-api.md §3 and §8. */

export interface SimulatedApp {
  appId: string;
  appSecret: string;
  businessId: string;
}

export interface WhatsAppAccount {
  id: string;
  name: string;
  ownerBusinessId: string;
  /** Whether our app gets this account's events (`subscribed_apps`). */
  subscribed: boolean;
  /** The app's callback URL for this account; set on the control surface. */
  appWebhookUrl?: string;
  overrideCallbackUri?: string;
  statuses?: StatusMode;
  /** How many people the portfolio may message first in 24 hours; `TIER_2K` by default. */
  messagingLimit?: string;
  /** Template creations of the last hour, in milliseconds since the epoch. */
  templateCreations: number[];
}

export interface BusinessPhoneNumber {
  id: string;
  wabaId: string;
  /** As people read it: `+254 700 111 222`. */
  displayPhoneNumber: string;
  /** As webhooks write it: digits only. */
  digits: string;
  verifiedName: string;
  status: "PENDING" | "CONNECTED" | "DISCONNECTED";
  /** Messages per second. */
  throughput: number;
  pin?: string;
  overrideCallbackUri?: string;
  /** Register and deregister calls of the last 72 hours, in milliseconds since the epoch. */
  registrations: number[];
  /** Delivered service messages of `serviceMonth` (`2026-11`), for the monthly free tier. */
  /** The customer-visible profile, by Meta's names; absent until written. */
  profile?: Record<string, unknown>;
  /** High, and 2,000 people a day, by default. */
  qualityRating?: string | undefined;
  messagingLimit?: string | undefined;
  serviceMonth: string;
  serviceMessages: number;
}

export type TemplateStatus =
  | "PENDING"
  | "APPROVED"
  | "REJECTED"
  | "PAUSED"
  | "DISABLED"
  | "IN_APPEAL"
  | "LIMIT_EXCEEDED"
  | "LOCKED"
  | "ARCHIVED"
  | "PENDING_DELETION"
  | "DELETED";

export interface MessageTemplate {
  id: string;
  wabaId: string;
  name: string;
  language: string;
  category: string;
  previousCategory?: string;
  /** The announced category. */
  correctCategory?: string;
  qualityScore?: string;
  status: TemplateStatus;
  parameterFormat: "POSITIONAL" | "NAMED";
  components: TemplateComponent[];
  rejectedReason: string;
  messageSendTtlSeconds?: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** When the review ends; absent when none is pending. */
  reviewDueAt?: number;
  /** Edits of the last 30 days, in milliseconds since the epoch. */
  edits: number[];
}

export interface CatalogueItem {
  id: string;
  /** The content ID. */
  retailer_id: string;
  name: string;
  priceCents: number;
  currency: string;
  availability: "in stock" | "out of stock";
  visibility: "published" | "hidden";
  /** Of its picture, as the seller gave it. */
  image_url?: string | undefined;
}

/** A product catalogue that is connected to an account (§17). */
export interface Catalogue {
  id: string;
  wabaId: string;
  name: string;
  items: CatalogueItem[];
}

export interface AccessToken {
  token: string;
  wabaIds: string[];
  scopes: string[];
  /** Milliseconds since the epoch. */
  issuedAt: number;
  revoked: boolean;
}

export interface SignupCode {
  code: string;
  wabaId: string;
  /** Milliseconds since the epoch. */
  issuedAt: number;
  used: boolean;
}

/** An expired code is deleted after this time. */
const CODES_KEPT_MS = 3_600_000;

export interface StateSnapshot {
  app: SimulatedApp;
  accounts: WhatsAppAccount[];
  numbers: BusinessPhoneNumber[];
  templates: MessageTemplate[];
  tokens: AccessToken[];
  codes: SignupCode[];
  catalogues?: Catalogue[];
  windows: [string, number][];
}

export class SimulatorState {
  app: SimulatedApp;
  readonly accounts = new Map<string, WhatsAppAccount>();
  readonly numbers = new Map<string, BusinessPhoneNumber>();
  readonly templates = new Map<string, MessageTemplate>();
  readonly tokens = new Map<string, AccessToken>();
  readonly codes = new Map<string, SignupCode>();
  readonly catalogues = new Map<string, Catalogue>();
  /** Customer service windows: `phoneNumberId:customer` to the end, in milliseconds since the epoch. */
  readonly windows = new Map<string, number>();
  private readonly compiled = new Map<string, CompiledTemplate>();
  private readonly changed: () => void;

  constructor(app: SimulatedApp, changed: () => void) {
    this.app = app;
    this.changed = changed;
  }

  /** Call after every change, so that it is saved and no stale template is used. */
  touch(): void {
    this.compiled.clear();
    this.changed();
  }

  clear(): void {
    const { accounts, numbers, templates, tokens, codes, catalogues, windows } = this;
    for (const map of [accounts, numbers, templates, tokens, codes, catalogues, windows]) map.clear();
    this.touch();
  }

  openWindow(phoneNumberId: string, customer: string, untilMs: number): void {
    this.windows.set(`${phoneNumberId}:${customer}`, untilMs);
    this.changed();
  }

  hasOpenWindow(phoneNumberId: string, customer: string, nowMs: number): boolean {
    return (this.windows.get(`${phoneNumberId}:${customer}`) ?? 0) > nowMs;
  }

  numbersOf(wabaId: string): BusinessPhoneNumber[] {
    return [...this.numbers.values()].filter((number) => number.wabaId === wabaId);
  }

  templatesOf(wabaId: string): MessageTemplate[] {
    return [...this.templates.values()].filter((template) => template.wabaId === wabaId);
  }

  catalogueOf(wabaId: string): Catalogue | undefined {
    return [...this.catalogues.values()].find((catalogue) => catalogue.wabaId === wabaId);
  }

  /** Replaces the account's catalogue, which keeps its id. */
  connectCatalogue(catalogue: Omit<Catalogue, "id"> & { id?: string }): Catalogue {
    const id = catalogue.id ?? this.catalogueOf(catalogue.wabaId)?.id ?? newNodeId();
    const connected = { ...catalogue, id };
    this.catalogues.set(id, connected);
    this.touch();
    return connected;
  }

  findTemplate(wabaId: string, name: string, language: string): MessageTemplate | undefined {
    return this.templatesOf(wabaId).find(
      (template) => template.name === name && template.language === language,
    );
  }

  /** The template with its precomputed checks; undefined when there is none of that name and language. */
  compiledTemplate(wabaId: string, name: string, language: string): CompiledTemplate | undefined {
    const key = `${wabaId}\n${name}\n${language}`;
    const known = this.compiled.get(key);
    if (known) return known;
    const template = this.findTemplate(wabaId, name, language);
    if (!template) return undefined;
    const compiled = compileTemplate(template);
    this.compiled.set(key, compiled);
    return compiled;
  }

  toSnapshot(nowMs: number): StateSnapshot {
    for (const [key, until] of this.windows) if (until <= nowMs) this.windows.delete(key);
    for (const [key, code] of this.codes) if (nowMs - code.issuedAt > CODES_KEPT_MS) this.codes.delete(key);
    return {
      app: this.app,
      accounts: [...this.accounts.values()],
      numbers: [...this.numbers.values()],
      templates: [...this.templates.values()],
      tokens: [...this.tokens.values()],
      codes: [...this.codes.values()],
      catalogues: [...this.catalogues.values()],
      windows: [...this.windows],
    };
  }

  restore(snapshot: StateSnapshot): void {
    this.app = snapshot.app;
    for (const account of snapshot.accounts) this.accounts.set(account.id, account);
    for (const number of snapshot.numbers) this.numbers.set(number.id, number);
    for (const template of snapshot.templates) this.templates.set(template.id, template);
    for (const token of snapshot.tokens) this.tokens.set(token.token, token);
    for (const code of snapshot.codes) this.codes.set(code.code, code);
    for (const catalogue of snapshot.catalogues ?? []) this.catalogues.set(catalogue.id, catalogue);
    for (const [key, until] of snapshot.windows) this.windows.set(key, until);
  }
}
