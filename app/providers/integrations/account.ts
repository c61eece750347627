import type { ServiceCall } from "./call.server.ts";

/** Calls the API of a connected account by a path below it, with its access token. */
export type CallOfAccount = (
  path: string,
  call?: Omit<ServiceCall, "token">,
) => Promise<Record<string, unknown>>;

/** The synchronised fields of a person. */
export interface SyncedPerson {
  name: string;
  phone: string;
}

/** A person as stored by the service. */
export interface OutsidePerson {
  externalId: string;
  name: string;
  phone: string;
  tags?: string[];
}
