import { DarajaRefusal } from "./errors.ts";
import type { DarajaSimulator } from "./simulator.ts";
import { type Account, emptyAccount } from "./state.ts";

/** A merchant of the phone company: one app, and one shortcode of it. */
export interface Merchant {
  consumerKey: string;
  consumerSecret: string;
  /** Of a paybill; for Buy Goods the store number, which is not the till. */
  shortcode: string;
  /** The till that belongs to the store; undefined for a paybill. */
  till: string | undefined;
  passkey: string;
  initiatorPassword: string;
  name: string;
}

/** The name of a test merchant's app, with its shortcode. */
const testKey = /^test-key-(\d{6})$/;

/**
 * The test merchant of a shortcode: `600111` is a paybill. Shortcodes that begin with 7 are stores, and their
 * till begins with 5: store `700111` has the till `500111`.
 */
export const testMerchant = (shortcode: string): Merchant => ({
  shortcode,
  till: shortcode.startsWith("7") ? `5${shortcode.slice(1)}` : undefined,
  consumerKey: `test-key-${shortcode}`,
  consumerSecret: `test-secret-${shortcode}`,
  passkey: `test-passkey-${shortcode}`,
  initiatorPassword: `test-initiator-${shortcode}`,
  name: `TEST SHOP ${shortcode}`,
});

const platformMerchant = ({ options }: DarajaSimulator): Merchant => ({
  ...options,
  till: undefined,
  name: "TARISHI",
});

/** The merchant of an app; undefined when there is none. */
export function merchantOfKey(simulator: DarajaSimulator, consumerKey: string): Merchant | undefined {
  if (consumerKey === simulator.options.consumerKey) return platformMerchant(simulator);
  const shortcode = testKey.exec(consumerKey)?.[1];
  return shortcode === undefined ? undefined : testMerchant(shortcode);
}

/** URLs, balances and registrations of a shortcode. */
export function accountOf({ state, options }: DarajaSimulator, shortcode: string): Account {
  if (shortcode === options.shortcode) return state;
  state.merchants[shortcode] ??= emptyAccount();
  return state.merchants[shortcode];
}

/** The merchant that customers reach by a paybill or till number; the platform's without one. */
export function merchantByNumber(simulator: DarajaSimulator, number: string | undefined): Merchant {
  if (!number || number === simulator.options.shortcode) return platformMerchant(simulator);
  return testMerchant(number.startsWith("5") ? `7${number.slice(1)}` : number);
}

/** @throws DarajaRefusal unless the app has this product. */
export function requireProduct(simulator: DarajaSimulator, merchant: Merchant, path: string): void {
  const missing = accountOf(simulator, merchant.shortcode).missingProducts ?? [];
  if (missing.some((product) => path.startsWith(product)))
    throw new DarajaRefusal(401, "", "Invalid API call as no apiproduct match found");
}
