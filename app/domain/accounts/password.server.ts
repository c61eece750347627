import { type Argon2Parameters, argon2, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { createWorkQueue } from "#app/platform/run/workQueue.ts";
import { randomBytes } from "#app/platform/secrets/random.ts";

/** A core stays free for everything else, however many people sign in. */
export const hashesAtOnce = Math.min(8, Math.max(1, availableParallelism() - 1));
/** About a second of work for each. */
export const hashesWaiting = 50 * hashesAtOnce;
const fewAtOnce = createWorkQueue({ atOnce: hashesAtOnce, waiting: hashesWaiting });

const deriveNow = promisify(argon2);
/** @throws DomainError `server.busy` (503). */
const derive = (parameters: Argon2Parameters) => fewAtOnce(() => deriveNow("argon2id", parameters));

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Longer input is not a password but an attempt to keep the hash busy. */
export const maxPasswordLength = 1000;

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

/**
 * argon2id in PHC string form, with its own salt; runs on the thread pool. @throws DomainError `server.busy`
 * (503).
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive({ ...cost, message: password.normalize("NFKC"), nonce });
  return phcString(nonce, tag);
}

function phcString(nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** A placeholder for a hash that no password matches. */
export const noPassword = "none";

/** Replaces the hash of an account that does not exist, so that both responses take the same time. */
const hashOfNoAccount = phcString(randomBytes(16), randomBytes(cost.tagLength));

/**
 * Whether the password matches the stored hash. Without a hash (no such account) it takes as long and returns
 * false. @throws DomainError `server.busy` (503).
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (password.length > maxPasswordLength) return false;
  const parts = phc.exec(stored ?? "");
  const [, memory, passes, parallelism, nonce, tag] = parts ?? phc.exec(hashOfNoAccount)!;
  const expected = Buffer.from(tag!, "base64");
  const parameters: Argon2Parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    message: password.normalize("NFKC"),
    nonce: Buffer.from(nonce!, "base64"),
  };
  const given = await derive(parameters);
  return timingSafeEqual(given, expected) && parts !== null;
}
