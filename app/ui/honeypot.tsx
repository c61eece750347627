import { honeypotName } from "#app/web/honeypotName.ts";
import { m } from "#messages";

/** For forms open to anyone; `isSpam` reads it. */
export function Honeypot() {
  return (
    <div hidden>
      <label>
        {m.ui_honeypot_label()}
        <input name={honeypotName} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
