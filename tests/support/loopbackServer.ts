import { refuseOutside } from "./loopback.ts";

/** Loaded before a server that a test starts: see `outsideCalls`. */
refuseOutside((what) => process.stderr.write(`\nOUTSIDE: ${what}\n`));
