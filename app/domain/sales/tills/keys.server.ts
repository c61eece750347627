import type { tills } from "#app/db/schema/sales/tills.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import type { Services } from "#app/platform/context.ts";
import type { Daraja } from "#app/platform/gates/daraja.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";

export type Till = typeof tills.$inferSelect;

/** What the merchant copies from the Daraja portal. */
export interface TillKeys {
  consumerKey: string;
  consumerSecret: string;
  passkey: string;
  /** The API operator of the M-PESA organisation portal; empty: no refunds and queries. */
  operator: string;
  operatorPassword: string;
}

const boundTo = (orgId: OrgId, tillId: string) => `till:${orgId}:${tillId}`;

export const sealKeys = (
  { config }: Pick<Services, "config">,
  orgId: OrgId,
  tillId: string,
  keys: TillKeys,
) => sealSecret(config.encryptionKeys, boundTo(orgId, tillId), JSON.stringify(keys));

export const openKeys = (
  { config }: Pick<Services, "config">,
  { orgId, id, keysEncrypted }: Pick<Till, "orgId" | "id" | "keysEncrypted">,
): TillKeys | undefined =>
  keysEncrypted === null
    ? undefined
    : (JSON.parse(openSecret(config.encryptionKeys, boundTo(orgId, id), keysEncrypted)) as TillKeys);

/** Whether M-Pesa can be asked to refund: the till has an API operator. */
export const hasOperator = (services: Pick<Services, "config">, till: Till): boolean =>
  (openKeys(services, till)?.operator ?? "") !== "";

/** M-Pesa with the keys of a till. @throws DomainError `till.removed`, `till.no_keys` */
export function darajaOf(services: Pick<Services, "config" | "mpesa">, till: Till): Daraja {
  const keys = openKeys(services, till);
  if (!keys) throw salesError(till.removedAt === null ? "till.no_keys" : "till.removed");
  return services.mpesa.of(merchantKeysOf(till, keys));
}

/** The numbers and keys as Daraja wants them: prompts of a till name its store. */
export const merchantKeysOf = (
  { kind, number, storeNumber }: Pick<Till, "kind" | "number" | "storeNumber">,
  keys: TillKeys,
) => ({
  consumerKey: keys.consumerKey,
  consumerSecret: keys.consumerSecret,
  passkey: keys.passkey,
  shortcode: kind === "buy_goods" ? (storeNumber ?? number) : number,
  till: kind === "buy_goods" ? number : undefined,
  initiator: keys.operator,
  initiatorPassword: keys.operatorPassword || undefined,
});
