/**
 * Counts the bytes of bodies that are being received or wait to be stored, in this process, so that senders who are slow
 * or hostile cannot take all memory.
 */
export function createWaitingRoom(maxBytes: number) {
  let taken = 0;
  return {
    /** A place for one body that comes in parts. */
    enter() {
      let own = 0;
      return {
        /** False when there is no room for so much more. */
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

export type WaitingRoom = ReturnType<typeof createWaitingRoom>;

/** All bodies together, at all doors of the process. */
export const waitingRoom = createWaitingRoom(256 * 1024 * 1024);
