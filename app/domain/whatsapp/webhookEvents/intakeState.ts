/** Whether this process can store webhooks, for its heartbeat and readiness. */
export class IntakeState {
  #isFailing = false;
  #wasRefused = false;

  stored(): void {
    this.#isFailing = false;
  }

  /** A webhook could not be stored, so Meta has to send it again. */
  refused(): void {
    this.#isFailing = true;
    this.#wasRefused = true;
  }

  /** Whether the last webhook was refused. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** True on the first call after webhooks were refused. */
  takeRefusal(): boolean {
    const wasRefused = this.#wasRefused;
    this.#wasRefused = false;
    return wasRefused;
  }

  /** Undoes `takeRefusal` when the refusal could not be reported. */
  keepRefusal(): void {
    this.#wasRefused = true;
  }
}

const states = new WeakMap<object, IntakeState>();

/** The state shared by all users of `database`. */
export function intakeStateOf(database: object): IntakeState {
  const state = states.get(database) ?? new IntakeState();
  states.set(database, state);
  return state;
}
