/** A QR code as its side in modules, and the path of its dark ones (`qrCodeOf`). */
export interface QrShape {
  side: number;
  path: string;
}

/** A QR code as SVG; black on white in dark mode too, so that cameras can read it. */
export const QrCode = ({
  code: { side, path },
  label,
  size = 208,
}: {
  code: QrShape;
  label: string;
  size?: number;
}) => (
  <svg
    viewBox={`0 0 ${side} ${side}`}
    width={size}
    height={size}
    role="img"
    aria-label={label}
    shapeRendering="crispEdges"
  >
    <rect width={side} height={side} fill="#fff" />
    <path d={path} fill="#000" />
  </svg>
);
