import { type DestinationStream, type Logger as Pino, pino } from "pino";
import { describeError } from "./describeError.ts";

export type Logger = Pino;

/**
 * JSON lines on standard output; anything that looks like a secret is redacted. Errors are logged as `err`,
 * without the data they carry.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
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
    },
    destination,
  );
}
