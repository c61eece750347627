import { qrCodeOf } from "#app/web/qrCode.server.ts";

/** Invoices with the QR code of the address at which anyone can verify them. */
export const withCodes = <Invoice extends { link: string | null }>(invoices: readonly Invoice[]) =>
  invoices.map((invoice) => ({ ...invoice, code: invoice.link === null ? null : qrCodeOf(invoice.link) }));
