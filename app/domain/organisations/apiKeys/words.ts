/** What an API key may be allowed to do, with words for the form that makes one. */
export const scopeWords = {
  "messages:read": "Read messages",
  "messages:write": "Send and cancel messages",
  "templates:read": "Read templates",
  "contacts:read": "Read contacts",
  "contacts:write": "Create, change and delete contacts",
  "campaigns:read": "Read campaigns",
  "campaigns:write": "Create and run campaigns",
  "conversations:read": "Read conversations",
  "conversations:write": "Reply in conversations",
  "deals:read": "Read deals, stages and members",
  "deals:write": "Create, change and close deals",
  "tasks:read": "Read tasks",
  "tasks:write": "Create, change and close tasks",
  "media:read": "Read and download files",
  "media:write": "Upload and delete files",
  "numbers:read": "Read numbers",
  "wallet:read": "Read wallet and usage",
  "webhooks:read": "Read webhook endpoints and events",
  "webhooks:write": "Manage webhook endpoints",
} as const;

export type Scope = keyof typeof scopeWords;
export const scopes = Object.keys(scopeWords) as [Scope, ...Scope[]];

/** The default key may do everything. */
export const everything = "*";

export const allows = (granted: readonly string[], scope: Scope): boolean =>
  granted.includes(everything) || granted.includes(scope);
