interface Account {
  usertype?: string;
  role?: string | null;
}

/** Of the platform's operator, not of an organisation. */
export const isStaff = (user: Account | null | undefined): boolean => user?.usertype === "admin";

/** Gets a share of organisations' payments. */
export const isPartner = (user: Account | null | undefined): boolean => user?.usertype === "partner";

/** Belongs to an organisation. A user removed from their only one still has an account. */
export const isMember = (user: Account | null | undefined): boolean =>
  user?.usertype === "individual" && Boolean(user.role);

/** The home screen of each. */
export const homeOf = (user: Account): "/admin" | "/revenue-share" | "/dashboard" | "/settings" => {
  if (isStaff(user)) return "/admin";
  if (isPartner(user)) return "/revenue-share";
  return user.role ? "/dashboard" : "/settings";
};
