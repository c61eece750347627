import { isOwnAddress, refuseOutside } from "./loopback.ts";

/**
 * Loaded before a server that a test starts: see `outsideCalls`.
 * The server asks its own public address each minute whether it answers: refused here, and nobody else's machine.
 */
refuseOutside((what, host) => {
  if (!isOwnAddress(host, process.env.APP_URL)) process.stderr.write(`\nOUTSIDE: ${what}\n`);
});
