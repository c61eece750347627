import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import type { WordedThread } from "./threadWords.server.ts";

/** The macros, each a button that runs it. `seen` and `owner` keep it from running after others have acted. */
export function MacroMenu({
  macros: { label, choices, owner },
  action,
  runKey,
  seen,
}: {
  macros: NonNullable<WordedThread["macros"]>;
  action: string;
  /** Deduplicates a macro that is sent twice. */
  runKey: string;
  seen: string;
}) {
  return (
    <Menu label={label} button={<Icon name="zap" size={20} />}>
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="key" value={runKey} />
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="from" value={owner} />
        <ul className="menu-list">
          {choices.map(({ id, title, does }) => (
            <li key={id}>
              <button type="submit" name="cannedReplyId" value={id}>
                <span className="py-1.5 text-left wrap-anywhere">
                  {title}
                  <span className="hint block">{does}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Form>
    </Menu>
  );
}
