import { useRoot } from "./useRoot.ts";

/**
 * A tiny module inside the page, for pages without the platform's script: `import code from "./x.js?raw"`.
 * Lite pages leave it out. It only shortens the way: the page has to work without it.
 */
export function InlineModule({ code }: { code: string }) {
  const root = useRoot();
  if (!root || root.lite) return null;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the code is a file of this project
    <script type="module" nonce={root.nonce} dangerouslySetInnerHTML={{ __html: code }} />
  );
}
