import type { ShouldRevalidateFunction } from "react-router";

/** For a route's `shouldRevalidate`: a form may be refused because the page is out of date, so it is loaded anew then too. */
export const alsoAfterRefusal: ShouldRevalidateFunction = ({ actionStatus = 0, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || actionStatus >= 400;
