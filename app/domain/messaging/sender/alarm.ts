/** Sleeps until its time is over or `wake` is called, and returns which. A wake while awake shortens the next sleep. */
export class Alarm {
  #wake: (() => void) | undefined;
  #isRung = false;

  wake(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  async sleep(ms: number): Promise<boolean> {
    if (!this.#isRung)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    const isRung = this.#isRung;
    this.#wake = undefined;
    this.#isRung = false;
    return isRung;
  }
}
