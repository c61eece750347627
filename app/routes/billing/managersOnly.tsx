/** Managers only; errors show on the billing page, because this has no error boundary. */
export { default, loader } from "#app/routes/shell/managersOnly.tsx";
