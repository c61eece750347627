import { inLanes } from "#tests/support/lanes.ts";
import { pages } from "#tests/support/routeTable.ts";
import type { TestServer } from "#tests/support/server.ts";
import { prepareTour } from "#tests/support/tour.ts";

/** Opens each screen once, with objects of every kind; returns those that the server failed to show. */
export async function failingScreens(server: TestServer): Promise<string[]> {
  const tour = await prepareTour(server);
  const failing: string[] = [];
  await inLanes(pages, [1, 2, 3], async ({ path }) => {
    const answer = await fetch(new URL(tour.addressOf(path), server.url), {
      headers: { cookie: tour.cookiesOf(path) },
      redirect: "manual",
    });
    await answer.body?.cancel();
    if (answer.status >= 500) failing.push(`${path}: ${answer.status}`);
  });
  return failing;
}
