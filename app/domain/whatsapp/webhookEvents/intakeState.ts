/** Whether webhooks could be stored by this process: what its heartbeat and its readiness say of the door. */
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

  /** The last webhook was refused. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** True once after each time that webhooks were refused. */
  takeRefusal(): boolean {
    const wasRefused = this.#wasRefused;
    this.#wasRefused = false;
    return wasRefused;
  }

  /** A refusal that was taken could not be reported. */
  keepRefusal(): void {
    this.#wasRefused = true;
  }
}

const states = new WeakMap<object, IntakeState>();

/** The state of the door through which webhooks come to `database`. */
export function intakeStateOf(database: object): IntakeState {
  const state = states.get(database) ?? new IntakeState();
  states.set(database, state);
  return state;
}
