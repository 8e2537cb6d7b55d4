import { readFileSync } from 'node:fs';

const script = readFileSync('public/before-paint.js', 'utf8');

/** What is fetched early at a path. */
function fetchedAt(path: string): (string | null)[] {
  window.history.replaceState(null, '', path);
  document.head.innerHTML = `
    <meta name="code-of-portal" content="/assets/portal.js /assets/framework.js" />
    <meta name="code-of-workspaces" content="/assets/workspaces.js" />`;
  const element = document.createElement('script');
  element.textContent = script;
  document.head.append(element);
  return Array.from(document.head.querySelectorAll('link[rel=modulepreload]'), (link) => link.getAttribute('href'));
}

test.each(['/', '/login', '/signup'])('nothing but its own code is fetched for the login at %s', (path) => {
  expect(fetchedAt(path)).toEqual([]);
});

test('elsewhere the portal comes with the first piece of code, and the workspaces where they are shown', () => {
  expect(fetchedAt('/billing')).toEqual(['/assets/portal.js', '/assets/framework.js']);
  expect(fetchedAt('/workspaces')).toEqual(['/assets/portal.js', '/assets/framework.js', '/assets/workspaces.js']);
});
