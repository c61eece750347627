import { Link } from "react-router";
import { BrandMark } from "./brand.tsx";
import { Button } from "./button.tsx";
import { Form } from "./form.tsx";

/** The head of the administrator's pages: who is signed in, and the way out. */
export function StaffHeader({ name, brand }: { name: string; brand: string }) {
  return (
    <header className="mb-8 flex flex-wrap items-center justify-between gap-3 border-b border-line pb-4">
      <Link to="/admin" className="flex items-center gap-3 font-semibold">
        <BrandMark />
        {brand} administration
      </Link>
      <div className="row-actions items-center">
        <Link to="/admin/profile" className="link">
          {name}
        </Link>
        <Form method="post" action="/logout">
          <Button variant="secondary">Logout</Button>
        </Form>
      </div>
    </header>
  );
}

/** The header name of a staff member; without one it is the spec's `Super Admin`. */
export const staffName = (user: { firstName: string; lastName: string } | null | undefined): string =>
  `${user?.firstName ?? ""} ${user?.lastName ?? ""}`.trim() || "Super Admin";
