/** Shown when the console cannot start: its configuration could not be read. */
export function StartFailure() {
  return (
    <main className="state state-window" role="alert">
      <h1>Larder could not start</h1>
      <p>Its configuration could not be read. Check your internet, then try again.</p>
      <button type="button" className="plain-button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  );
}
