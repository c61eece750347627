import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/removeMember";

export const meta: Route.MetaFunction = () => [{ title: m.books_remove_member() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /books/:bookId/members/:bookMemberId", params));

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /books/:bookId/members/:bookMemberId", params);
  return done(href("/books/:bookId", { bookId: params.bookId }), m.books_member_removed());
});

export default function RemoveMember({
  loaderData: { member, book },
  actionData,
  params,
}: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.books_remove_member_title({
        name: member.label || member.payer || m.orders_deleted_customer(),
      })}
      answer={actionData}
      confirm={{ label: m.books_remove_member() }}
      keep={{ label: m.common_keep_it(), to: href("/books/:bookId/members/:bookMemberId", params) }}
    >
      <p>{book.name}</p>
      <p>{m.books_remove_member_text()}</p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
