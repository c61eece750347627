import { encode } from "uqr";
import type { QrShape } from "#app/ui/qrCode.tsx";

/** Modules of white around the code, required by ISO/IEC 18004. */
const quietZone = 4;

/** The QR code of a text, drawn on the server: each run of dark modules in a row is one rectangle. */
export function qrCodeOf(text: string): QrShape {
  const { data, size } = encode(text, { border: 0, ecc: "M" });
  const path = data.flatMap((row, y) => runsOf(row).map(({ from, length }) => rectangle(from, y, length)));
  return { side: size + 2 * quietZone, path: path.join("") };
}

const rectangle = (x: number, y: number, length: number) =>
  `M${x + quietZone} ${y + quietZone}h${length}v1h-${length}z`;

function runsOf(row: readonly boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (isDark && last && last.from + last.length === x) last.length += 1;
    else if (isDark) runs.push({ from: x, length: 1 });
  });
  return runs;
}
