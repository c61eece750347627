import pg from "pg";
import { demoLogins } from "#app/demo/load.server.ts";
import { coldVisit, sessionCookie } from "#tests/support/pageWeight.ts";
import { freePort, serverFile, startNode, untilAnswers } from "#tests/support/processes.ts";
import { startBlankPage } from "./blankPage.ts";
import { firstPaints } from "./firstPaint.ts";
import { startFontHost } from "./fontHost.ts";
import type { Ground } from "./ground.ts";
import { lines } from "./line.ts";
import { browserHeaders, requestsPerSecond } from "./load.ts";
import { print, summary } from "./measure.ts";
import { comparedPages, type PageName, startTemplate } from "./template.ts";

const names = Object.keys(comparedPages) as PageName[];

/**
 * Landing, sign-in and dashboard compared with React Router's default template with the same text, built in
 * this run.
 */
export async function benchPages(
  ground: Ground,
  options: { rounds: number; seconds: number; paints: number },
): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...ground.environment,
    DATABASE_URL: await emptyDatabase(ground.environment.DATABASE_URL),
    PORT: String(port),
    HOST: "127.0.0.1",
    APP_URL: url,
  };
  const server = startNode(
    serverFile,
    { ...environment, NODE_ENV: "production", DEMO: "on", META_APP_ID: "", ROLES: "web,api" },
    [],
    { silent: true },
  );
  await untilAnswers(`${url}/readyz`, server);
  const cookie = await sessionCookie(url, demoLogins.individual, demoLogins.password);
  const cookieFor = (name: PageName): Record<string, string> => (name === "dashboard" ? { cookie } : {});
  const html = Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const answer = await fetch(`${url}${comparedPages[name]}`, { headers: cookieFor(name) });
        if (!answer.ok) throw new Error(`${comparedPages[name]} answered ${answer.status}`);
        return [name, await answer.text()] as const;
      }),
    ),
  ) as Record<PageName, string>;
  const fontHost = await startFontHost();
  const blank = await startBlankPage();
  const template = await startTemplate(html, `http://127.0.0.1:${fontHost.publicPort}`);
  try {
    for (const name of names) await weigh(name, { ours: url, template: template.url }, cookieFor(name));
    for (const name of options.paints > 0 ? names : []) {
      for (const line of ["slow-4g", "3g"] as const) {
        const path = comparedPages[name];
        const visit = { path, cookie: cookieFor(name).cookie ?? "" };
        const visits = [
          { ...visit, origin: url },
          { ...visit, origin: template.url, fontHost },
          // Its stylesheet is refused at once, so that nothing waits for it.
          { ...visit, origin: template.url },
          { ...visit, origin: blank.url },
        ];
        const { medians, rounds } = await firstPaints(visits, lines[line], options.paints);
        const [ours, stock, withoutFont, blankPage] = medians.map(Math.round);
        print({
          bench: `pages-first-paint-${name}-${line}`,
          ...summary(rounds.map(([our, its]) => our! / its!)),
          against: "react-router template",
          firstPaintMs: { ours, template: stock, templateWithoutFont: withoutFont, blankPage },
          cpuSlowdown: 4,
        });
      }
    }
    for (const name of ["landing", "dashboard"] as const) {
      const path = comparedPages[name];
      const ask = (origin: string, seconds = options.seconds) =>
        requestsPerSecond(origin, path, { seconds, inFlight: 32, headers: cookieFor(name) });
      for (const origin of [url, template.url]) await ask(origin, options.seconds / 2);
      const ratios: number[] = [];
      let perSecond = { ours: 0, template: 0 };
      for (let round = 0; round < options.rounds; round++) {
        perSecond = { template: Math.round(await ask(template.url)), ours: Math.round(await ask(url)) };
        ratios.push(perSecond.ours / perSecond.template);
      }
      print({
        bench: `pages-throughput-${name}`,
        ...summary(ratios),
        against: "react-router-serve",
        perSecond,
      });
    }
  } finally {
    fontHost.close();
    blank.close();
    await template.close();
    await server.kill("SIGTERM");
  }
}

/** The transfer of a first visit to one page, in the encoding that each server gives a browser. */
async function weigh(
  name: PageName,
  origins: { ours: string; template: string },
  headers: Record<string, string>,
): Promise<void> {
  const weights = await Promise.all(
    [origins.ours, origins.template].map(async (origin) => {
      const visit = await coldVisit(origin, comparedPages[name], headers, browserHeaders["accept-encoding"]);
      const { htmlBytes, cssBytes, scriptBytes, requests, encoding } = visit;
      return {
        bytes: htmlBytes + cssBytes + scriptBytes,
        htmlBytes,
        cssBytes,
        scriptBytes,
        requests,
        encoding,
      };
    }),
  );
  const [ours, template] = weights;
  print({
    bench: `pages-weight-${name}`,
    ratio: Math.round((ours!.bytes / template!.bytes) * 1000) / 1000,
    against: "react-router template",
    ours,
    template,
  });
}

/** A separate database on the same server: the demo fills an empty platform. */
async function emptyDatabase(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query("create database pages").finally(() => client.end());
  return server.replace(/\/\w+\?host=/, "/pages?host=");
}
