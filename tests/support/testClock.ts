import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";

/** Noon of today in Nairobi: the same date as PostgreSQL's clock, and never a day apart. */
const noonToday = () => `${toNairobiInput(new Date()).slice(0, 10)}T09:00:00Z`;

/** A clock that stands still until a test moves it. */
export function testClock(start = noonToday()) {
  let now = new Date(start);
  return {
    now: () => new Date(now),
    advance(ms: number) {
      now = new Date(now.getTime() + ms);
    },
  };
}
