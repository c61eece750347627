/** Sleeps until its time is over or someone wakes it. Waking it while it is awake cuts its next sleep short. */
export class Alarm {
  #wake: (() => void) | undefined;
  #isRung = false;

  wake(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#isRung)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#wake = undefined;
    this.#isRung = false;
  }
}
