import type { Browser } from "playwright";
import { launchBrowser } from "#tests/support/chromium.ts";
import { type LineProfile, startLine } from "./line.ts";
import { percentile } from "./measure.ts";

/** Lighthouse's phone: its screen, and a processor four times slower than this one. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
const cpuSlowdown = 4;

interface Visit {
  origin: string;
  path: string;
  cookie: string;
  /** Another host that the page needs, and the port where it is expected. */
  fontHost?: { url: string; publicPort: number };
}

/** Milliseconds from the start of the navigation to the first text or picture, with nothing cached. */
async function firstPaint(browser: Browser, url: string, { path, cookie }: Visit): Promise<number> {
  const context = await browser.newContext(phone);
  try {
    const cookies = cookie.split("; ").filter(Boolean);
    await context.addCookies(
      cookies.map((pair) => {
        const [name = "", ...value] = pair.split("=");
        return { name, value: value.join("="), url };
      }),
    );
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
    await page.goto(`${url}${path}`, { waitUntil: "load", timeout: 60_000 });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const paint = list.getEntriesByName("first-contentful-paint")[0];
            if (paint) resolve(paint.startTime);
          }).observe({ type: "paint", buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}

/** First paints over one line, with interleaved visits; milliseconds of each in order, and their medians. */
export async function firstPaints(
  visits: readonly Visit[],
  profile: LineProfile,
  loads: number,
): Promise<{ medians: number[]; rounds: number[][] }> {
  const browser = await launchBrowser();
  const rounds: number[][] = [];
  try {
    for (let load = 0; load < loads; load++) {
      const round: number[] = [];
      for (const visit of visits) {
        // A separate line, so that leftovers of one visit do not slow the next.
        const line = startLine(profile);
        if (visit.fontHost) await line.to(visit.fontHost.url, visit.fontHost.publicPort);
        round.push(await firstPaint(browser, await line.to(visit.origin), visit));
        line.close();
      }
      rounds.push(round);
    }
  } finally {
    await browser.close();
  }
  const medians = visits.map((_, n) =>
    percentile(
      rounds.map((round) => round[n]!),
      0.5,
    ),
  );
  return { medians, rounds };
}
