/** The same over the Message Center. Without an error boundary of its own: the refusal takes the place of the list. */
export { default, loader } from "#app/routes/shell/managersOnly.tsx";
