import { encode } from "uqr";

/** Modules of white around the code, required by ISO/IEC 18004. */
const quietZone = 4;

/** A QR code as SVG, drawn by the server; black on white in dark mode too, so that cameras can read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0, ecc: "M" });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : "")))
    .join("");
  const side = size + 2 * quietZone;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width="208"
      height="208"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
