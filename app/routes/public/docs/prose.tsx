/** A block of code. */
export const Sample = ({ children }: { children: string }) => (
  <pre>
    <code>{children}</code>
  </pre>
);

/** A text in which backquotes mark code. */
export function Prose({ text }: { text: string }) {
  return text.split("`").map((part, index) => {
    if (index % 2 === 0) return part;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
    return <code key={index}>{part}</code>;
  });
}
