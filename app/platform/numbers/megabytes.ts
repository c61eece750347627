import { m } from "#messages";
import { formatCount } from "./counts.ts";

/** A limit in whole megabytes of 1,024 kilobytes. */
export const megabytes = (bytes: number): string =>
  m.common_megabytes({ n: formatCount(Math.floor(bytes / 2 ** 20)) });
