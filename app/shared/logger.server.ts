import { type Logger as Pino, pino } from "pino";

export type Logger = Pino;

/** JSON lines on standard output; anything that looks like a secret is cut out. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "password",
        "otp",
        "token",
        "accessToken",
        "authorization",
        "cookie",
        "*.password",
        "*.otp",
        "*.token",
        "*.accessToken",
        "*.authorization",
        "*.cookie",
      ],
      censor: "[redacted]",
    },
  });
}
