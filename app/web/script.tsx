import { useRoot } from "./useRoot.ts";

/**
 * A tiny inline module, for pages without the platform's script: `import code from "./x.js?raw"`. Lite pages
 * leave it out. It is only a convenience: the page must work without it.
 */
export function InlineModule({ code }: { code: string }) {
  const root = useRoot();
  if (!root || root.lite) return null;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the code is a file of this project
    <script type="module" nonce={root.nonce} dangerouslySetInnerHTML={{ __html: code }} />
  );
}
