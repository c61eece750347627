import { Link } from "react-router";
import { BrandMark } from "./brand.tsx";
import { Button } from "./button.tsx";
import { Form } from "./form.tsx";

interface Staff {
  firstName: string;
  lastName: string;
}

/** The head of every page that an administrator opens: the way to the overview, who is signed in, and the way out. */
export function StaffHeader({ user, brand }: { user: Staff; brand: string }) {
  return (
    <header className="staff-bar">
      <div>
        <Link to="/admin" className="staff-home">
          <BrandMark size={30} />
          {brand} administration
        </Link>
        <Link to="/admin/profile" className="link staff-name">
          {staffName(user)}
        </Link>
        <Form method="post" action="/logout">
          <Button variant="secondary">Logout</Button>
        </Form>
      </div>
    </header>
  );
}

/** The header name of a staff member; without one it is the spec's `Super Admin`. */
export const staffName = (user: Staff): string =>
  `${user.firstName} ${user.lastName}`.trim() || "Super Admin";
