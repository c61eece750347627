import type { ShouldRevalidateFunction } from "react-router";

/**
 * For a route's `shouldRevalidate`: a form may be refused because the page is stale, so it is reloaded then
 * too.
 */
export const alsoAfterRefusal: ShouldRevalidateFunction = ({ actionStatus = 0, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || actionStatus >= 400;
