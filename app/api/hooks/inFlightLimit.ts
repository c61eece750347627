/**
 * Counts the bytes of bodies being received or waiting to be stored in this process, so that slow or hostile
 * senders cannot exhaust memory.
 */
export function createInFlightLimit(maxBytes: number) {
  let taken = 0;
  return {
    /** A reservation for one body that arrives in parts. */
    enter() {
      let own = 0;
      return {
        /** Returns false when there is no room for so many more bytes. */
        take(bytes: number): boolean {
          if (taken + bytes > maxBytes) return false;
          taken += bytes;
          own += bytes;
          return true;
        },
        leave(): void {
          taken -= own;
          own = 0;
        },
      };
    },
  };
}

/** All bodies together, at all webhook endpoints of the process. */
export const inFlightLimit = createInFlightLimit(256 * 1024 * 1024);
