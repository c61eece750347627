/**
 * Lets a loop sleep until it is woken or a time has passed. A wake-up while awake ends the next sleep at
 * once.
 */
export function createAlarm(): { wake(): void; sleep(ms: number): Promise<void> } {
  let isDue = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      isDue = true;
      end?.();
    },
    async sleep(ms) {
      if (!isDue)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      end = undefined;
      isDue = false;
    },
  };
}
