import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { m } from "#messages";

/** A list as a CSV file. */
export const ExportLink = ({ what }: { what: "invoices" | "disputes" | "entries" | "costs" | "work" }) => (
  <ButtonLink variant="secondary" to={`${href("/admin/billing/file")}?what=${what}`} reloadDocument>
    {m.common_export_csv()}
  </ButtonLink>
);
