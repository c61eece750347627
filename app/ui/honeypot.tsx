import { honeypotName } from "#app/web/honeypotName.ts";

/** Stands in forms that anybody may send; `isSpam` reads it. */
export function Honeypot() {
  return (
    <div hidden>
      <label>
        Leave this empty
        <input name={honeypotName} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
