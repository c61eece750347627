import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** Whether script runs this page: false on the server and while it hydrates. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
