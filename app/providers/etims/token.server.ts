import { request } from "undici";
import { z } from "zod";
import type { EtimsConfig } from "#app/platform/config/etimsConfig.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { EtimsUnreachable } from "./call.server.ts";

const marginMs = 60_000;
const answerTimeoutMs = 10_000;
const answered = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().default(3600) });

export interface EtimsTokens {
  get(): Promise<string>;
  /** A new one is requested. */
  forget(): void;
}

/** The access token of this process. A call without one was never sent. */
export function createEtimsTokens(options: {
  tokenUrl: string;
  etims: Pick<EtimsConfig, "clientId" | "clientSecret">;
  clock: Clock;
}): EtimsTokens {
  const { clientId, clientSecret } = options.etims;
  let known: { token: string; until: number } | undefined;
  async function get() {
    const now = options.clock.now().getTime();
    if (known && known.until > now) return known.token;
    try {
      const answer = await request(`${options.tokenUrl}?grant_type=client_credentials`, {
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        },
        headersTimeout: answerTimeoutMs,
        bodyTimeout: answerTimeoutMs,
      });
      const { access_token: token, expires_in: seconds } = answered.parse(await answer.body.json());
      known = { token, until: now + seconds * 1000 - marginMs };
      return token;
    } catch (error) {
      throw new EtimsUnreachable(error, false);
    }
  }
  return {
    get,
    forget() {
      known = undefined;
    },
  };
}
