import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The files below routes/ are written by tests/bench/template.ts. */
export default [
  index("routes/landing.tsx"),
  route("login", "routes/login.tsx"),
  route("dashboard", "routes/dashboard.tsx"),
] satisfies RouteConfig;
