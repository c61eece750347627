import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { SimulatorClock } from "./clock.ts";

/** A JSON file that mirrors a value: written whole and atomically, at most `debounceMs` after a change. */
export class SnapshotFile<T> {
  private readonly path: string | undefined;
  private readonly clock: SimulatorClock;
  private readonly debounceMs: number;
  private readonly current: () => T;
  private readonly written: () => void;
  private timer: unknown;
  private changed = false;

  /** Without a path nothing is written. `written` is called each time after the file was. */
  constructor(
    path: string | undefined,
    clock: SimulatorClock,
    debounceMs: number,
    current: () => T,
    written: () => void = () => {},
  ) {
    this.path = path;
    this.clock = clock;
    this.debounceMs = debounceMs;
    this.current = current;
    this.written = written;
  }

  load(): T | undefined {
    if (this.path === undefined || !existsSync(this.path)) return undefined;
    return JSON.parse(readFileSync(this.path, "utf8")) as T;
  }

  schedule(): void {
    if (this.path === undefined) return;
    this.changed = true;
    this.timer ??= this.clock.setTimeout(() => this.flush(), this.debounceMs);
  }

  flush(): void {
    if (this.timer !== undefined) this.clock.clearTimeout(this.timer);
    this.timer = undefined;
    if (this.path === undefined || !this.changed) return;
    this.changed = false;
    mkdirSync(dirname(this.path), { recursive: true });
    const temporary = `${this.path}.new`;
    const file = openSync(temporary, "w", 0o600);
    writeFileSync(file, JSON.stringify(this.current()));
    fsyncSync(file);
    closeSync(file);
    renameSync(temporary, this.path);
    this.written();
  }
}
