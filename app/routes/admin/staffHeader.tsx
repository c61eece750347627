import { Bell, Download, Search, UserRound } from "lucide-react";
import { href, Link, Form as SearchForm, useSearchParams } from "react-router";
import type { StaffRole } from "#app/platform/context.ts";
import { BrandMark } from "#app/ui/brand.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { LanguageForm } from "#app/ui/languageForm.tsx";
import { Menu } from "#app/ui/menu.tsx";

interface Staff {
  firstName: string;
  lastName: string;
  staffRole: StaffRole | null;
}

/** The head of every page that an administrator opens: search, open alerts, the export, who is signed in, and the way out. */
export function StaffHeader({
  user,
  brand,
  openAlerts,
  inert,
}: {
  user: Staff;
  brand: string;
  openAlerts: number;
  inert: boolean;
}) {
  const [query] = useSearchParams();
  return (
    <header className="staff-bar" inert={inert}>
      <div>
        <Link to={href("/admin")} className="staff-home">
          <BrandMark size={30} />
          {brand} administration
        </Link>
        <SearchForm
          className="top-search"
          action={href("/admin/search")}
          role="search"
          aria-label="The platform"
        >
          <label className="sr-only" htmlFor="staff-search">
            Search organisations, people, numbers, invoices and message ids
          </label>
          <input
            className="input"
            id="staff-search"
            type="search"
            name="q"
            maxLength={100}
            placeholder="Search"
            defaultValue={query.get("q") ?? ""}
          />
          <button type="submit" className="icon-button" aria-label="Search">
            <Search size={19} aria-hidden="true" />
          </button>
        </SearchForm>
        <Link to={`${href("/admin/system")}#alerts`} className="icon-button bell">
          <Bell size={21} aria-hidden="true" />
          {openAlerts > 0 && <span className="dot" />}
          <span className="sr-only">{openAlerts > 0 ? `Alerts, ${openAlerts} open` : "Alerts"}</span>
        </Link>
        {user.staffRole !== "support" && <ExportMenu />}
        <Menu
          label="Your account"
          button={
            <>
              <span className="staff-name">{staffName(user)}</span>
              <UserRound className="staff-person" size={21} aria-hidden="true" />
            </>
          }
        >
          <div className="grid gap-2">
            <p className="hint">{staffName(user)}</p>
            <ButtonLink to={href("/admin/profile")} variant="quiet">
              Profile
            </ButtonLink>
            <ButtonLink to={href("/admin/staff")} variant="quiet">
              Administrators
            </ButtonLink>
            <ButtonLink to={href("/admin/data")} variant="quiet">
              Persons' data
            </ButtonLink>
            <Form method="post" action={href("/logout")}>
              <Button variant="secondary">Logout</Button>
            </Form>
            <LanguageForm />
          </div>
        </Menu>
      </div>
    </header>
  );
}

/** The header name of a staff member; without one it is the spec's `Super Admin`. */
export const staffName = (user: Omit<Staff, "staffRole">): string =>
  `${user.firstName} ${user.lastName}`.trim() || "Super Admin";

const ExportMenu = () => (
  <Menu label="Export Data" button={<Download size={20} aria-hidden="true" />}>
    <ul className="menu-list">
      <li>
        <a href={`${href("/admin/export")}?format=csv`} download>
          Export Data as CSV
        </a>
      </li>
      <li>
        <a href={`${href("/admin/export")}?format=json`} download>
          Export Data as JSON
        </a>
      </li>
    </ul>
  </Menu>
);
