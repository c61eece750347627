import { auth } from "./auth.server.ts";

/** Every call of the platform, by `METHOD /path`, below `/api`. Screens, plain HTTP clients and tests use this one list. */
export const contract = {
  ...auth,
};

export type Contract = typeof contract;
