import { readFileSync } from 'node:fs';

const script = readFileSync('public/before-paint.js', 'utf8');

/** The modules that the script preloads at a path. */
function fetchedAt(path: string): (string | null)[] {
  window.history.replaceState(null, '', path);
  document.head.innerHTML = `
    <meta name="preload-portal" content="/assets/portal.js /assets/framework.js" />
    <meta name="preload-workspaces" content="/assets/workspaces.js" />`;
  const element = document.createElement('script');
  element.textContent = script;
  document.head.append(element);
  return Array.from(document.head.querySelectorAll('link[rel=modulepreload]'), (link) => link.getAttribute('href'));
}

test.each(['/', '/login', '/signup'])('the login at %s preloads only its own code', (path) => {
  expect(fetchedAt(path)).toEqual([]);
});

test('other pages preload the portal, and the workspaces page its own code', () => {
  expect(fetchedAt('/billing')).toEqual(['/assets/portal.js', '/assets/framework.js']);
  expect(fetchedAt('/workspaces')).toEqual(['/assets/portal.js', '/assets/framework.js', '/assets/workspaces.js']);
});
