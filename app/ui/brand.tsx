import { brandMark } from "#app/platform/brandMark.ts";

export function BrandMark({ size = 32 }: { size?: number }) {
  const { corner, tile, letter, paper, spark } = brandMark;
  return (
    <svg
      className="brand-mark"
      width={size}
      height={size}
      viewBox={`0 0 ${brandMark.size} ${brandMark.size}`}
      aria-hidden="true"
    >
      <rect width={brandMark.size} height={brandMark.size} rx={corner} fill={tile} />
      <path d={letter} fill={paper} />
      <circle cx={spark.x} cy={spark.y} r={spark.radius} fill={spark.colour} />
    </svg>
  );
}
