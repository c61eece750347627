import { isOwnAddress, refuseOutside } from "./loopback.ts";

/**
 * Loaded before a server that a test starts: see `outsideCalls`. The server checks its own public address
 * each minute: that call is refused here, as it would reach someone else's machine.
 */
refuseOutside((what, host) => {
  if (!isOwnAddress(host, process.env.APP_URL)) process.stderr.write(`\nOUTSIDE: ${what}\n`);
});
