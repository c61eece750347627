/** Sleeps until its time is over or somebody wakes it. Waking it while it is awake does nothing. */
export class Alarm {
  #wake: () => void = () => undefined;

  wake(): void {
    this.#wake();
  }

  async sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
