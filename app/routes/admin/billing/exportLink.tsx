import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";

/** A list as a CSV file. */
export const ExportLink = ({ what }: { what: "invoices" | "disputes" | "entries" | "costs" | "work" }) => (
  <ButtonLink variant="secondary" to={`${href("/admin/billing/file")}?what=${what}`} reloadDocument>
    Export CSV
  </ButtonLink>
);
