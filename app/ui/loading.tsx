/** The sign that the next page is on its way. */
export function LoadingBar() {
  return (
    <p className="loading-bar" role="status">
      Loading...
    </p>
  );
}

/** The full-screen loader, on the way into the workspace. */
export function FullScreenLoader({ message }: { message: string }) {
  return (
    <div className="loader" role="status">
      <p className="loader-message">{message}</p>
      <p>Please wait while we prepare your experience</p>
    </div>
  );
}
