import { demoLogins } from "#app/db/demo/load.server.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { freePort, startNode, untilAnswers } from "#tests/support/processes.ts";
import type { Ground } from "./ground.ts";
import { requestsPerSecond } from "./load.ts";
import { print, summary } from "./measure.ts";
import { comparedPages, type PageName, startTemplate } from "./template.ts";

const names = Object.keys(comparedPages) as PageName[];

/** Landing, sign-in and dashboard beside React Router's default template with the same text, built in this run. */
export async function benchPages(
  ground: Ground,
  options: { rounds: number; seconds: number; paints: number },
): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { ...ground.environment, PORT: String(port), HOST: "127.0.0.1", APP_URL: url };
  const server = startNode(
    "server.ts",
    { ...environment, NODE_ENV: "production", DEMO: "on", ROLES: "web,api" },
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
  const template = await startTemplate(html);
  try {
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
    await template.close();
    await server.kill("SIGTERM");
  }
}
