/** Shown when the console cannot start because its configuration failed to load. */
export function StartFailure() {
  return (
    <main className="state state-window" role="alert">
      <h1>Larder could not start</h1>
      <p>The configuration could not be loaded. Check your internet connection, then try again.</p>
      <button type="button" className="plain-button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  );
}
