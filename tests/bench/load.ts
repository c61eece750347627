import { Pool } from "undici";

/** What a browser sends with every page request. */
export const browserHeaders = {
  accept: "text/html,application/xhtml+xml",
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
};

/**
 * Requests one page repeatedly on kept-alive connections, `inFlight` at a time; returns responses a second.
 * Any status but 200 fails.
 */
export async function requestsPerSecond(
  origin: string,
  path: string,
  options: { seconds: number; inFlight: number; headers?: Record<string, string> },
): Promise<number> {
  const pool = new Pool(origin, { connections: options.inFlight });
  const headers = { ...browserHeaders, ...options.headers };
  const startedAt = performance.now();
  const endsAt = startedAt + options.seconds * 1000;
  let answered = 0;
  const askOn = async () => {
    while (performance.now() < endsAt) {
      const { statusCode, body } = await pool.request({ method: "GET", path, headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${origin}${path} answered ${statusCode}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: options.inFlight }, askOn));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return answered / seconds;
}
