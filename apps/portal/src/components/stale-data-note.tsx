/** A note next to data that could not be refreshed. Renders nothing without an error. */
export function StaleDataNote({ error }: { error: unknown }) {
  return error ? (
    <p className="text-sm text-secondary">This may be out of date. It can’t be refreshed right now.</p>
  ) : null;
}
