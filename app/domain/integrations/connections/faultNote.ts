import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import { ServiceUnreachable } from "#app/providers/integrations/call.server.ts";
import { connectionNote } from "./notes.ts";

/** A service's error as a note; its own text is unchanged. */
export function faultNote(error: unknown): string {
  if (error instanceof DomainError) return noteOfRefusal(error);
  if (error instanceof ServiceUnreachable) {
    const { origin, status } = error;
    return status === undefined
      ? connectionNote("connection.no_answer", { origin })
      : connectionNote("connection.answered", { origin, status });
  }
  return (error as Error).message;
}
