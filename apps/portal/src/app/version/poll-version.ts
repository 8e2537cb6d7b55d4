const interval = 2 * 60 * 1000;

/** The hash that the build left in its page; there is none in development. */
export const runningBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build-hash"]')?.content ?? null;

async function currentBuild(): Promise<string | null> {
  const response = await fetch(`/manifest.json?t=${Date.now()}`, { cache: 'no-store' });
  if (!response.ok) return null;
  const manifest: unknown = await response.json();
  const hash = typeof manifest === 'object' && manifest !== null && 'hash' in manifest ? manifest.hash : null;
  return typeof hash === 'string' ? hash : null;
}

/**
 * Asks every two minutes whether a newer build is out, and reports it each time: a notice that the user closed comes
 * back at the next check. A failure ends the asking.
 * Source: specification section 7, "Version check".
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
  }, interval);
  return () => clearInterval(timer);
}
