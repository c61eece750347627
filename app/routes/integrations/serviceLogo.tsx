import type { CallOutput } from "#app/api/client.server.ts";

type Logo = CallOutput<"GET /integrations">["integrations"][number]["logo"];

/** A service's logo; its name is next to it. */
export const ServiceLogo = ({ logo }: { logo: Logo }) => (
  <svg className="shrink-0" width={32} height={32} viewBox="0 0 24 24" aria-hidden="true">
    <rect width={24} height={24} rx={6} fill={logo.tile} />
    <path
      d={logo.line}
      fill="none"
      stroke="#fff"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

export const NameWithLogo = ({ logo, name }: { logo: Logo; name: string }) => (
  <span className="inline-flex items-center gap-3">
    <ServiceLogo logo={logo} />
    {name}
  </span>
);
