/** The mark: a T that is the flap of a letter, and the spark of a message on its way. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg className="brand-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0b5a50" />
      <path d="M5 7h22v4l-7.5 5v10h-7V16L5 11Z" fill="#fff" />
      <circle cx="24.5" cy="22" r="3" fill="#f2a468" />
    </svg>
  );
}
