const pollIntervalMs = 2 * 60 * 1000;

/** The hash in the page that the build wrote. Null in development. */
export const runningBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build-hash"]')?.content ?? null;

async function currentBuild(): Promise<string | null> {
  const response = await fetch(`/manifest.json?t=${Date.now()}`, { cache: 'no-store' });
  if (!response.ok) return null;
  const manifest: unknown = await response.json();
  const hash = typeof manifest === 'object' && manifest !== null && 'hash' in manifest ? manifest.hash : null;
  return typeof hash === 'string' ? hash : null;
}

/**
 * Checks every two minutes for a newer build and reports it each time, so that a dismissed notice appears again. A failed
 * request stops the polling. Source: specification section 7, "Version check".
 */
export function pollVersion(running: string, onNewVersion: () => void): () => void {
  const timer = setInterval(() => {
    currentBuild().then(
      (current) => {
        if (current === null) clearInterval(timer);
        else if (current !== running) onNewVersion();
      },
      () => clearInterval(timer),
    );
  }, pollIntervalMs);
  return () => clearInterval(timer);
}
