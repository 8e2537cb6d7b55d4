import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { askingFirst, visitedPages, type Doubt } from '../src/navigation/history.ts';

const aVisit = () => askingFirst(createMemoryHistory({ initialEntries: ['/first', '/second'] }));

/** Holds every way back, and lets it go on when it is told to. */
function aDoubt() {
  const held: { to: string; goOn: () => void }[] = [];
  const doubt: Doubt = (to, goOn) => held.push({ to, goOn }) > 0;
  return { held, doubt };
}

describe.each([
  ['a link', (visited: ReturnType<typeof aVisit>) => visited.push('/next?a=1'), '/next', 'PUSH'],
  ['a page that leads on', (visited) => visited.replace({ pathname: '/next' }), '/next', 'REPLACE'],
  ['the way back', (visited) => visited.go(-1), '/first', 'POP'],
] as [string, (visited: ReturnType<typeof aVisit>) => void, string, string][])('%s', (_what, leave, to, action) => {
  test('leads on where nobody doubts it', () => {
    const visited = aVisit();
    const told: string[] = [];
    visited.watch(({ location }) => told.push(location.pathname));
    leave(visited);
    expect(visited.place).toMatchObject({ location: { pathname: to }, action });
    expect(told).toEqual([to]);
  });

  test('is held back, and goes on once it may', () => {
    const visited = aVisit();
    const { held, doubt } = aDoubt();
    const told: string[] = [];
    visited.doubt(doubt);
    visited.watch(({ location }) => told.push(location.pathname));
    leave(visited);
    expect(held).toMatchObject([{ to }]);
    expect(visited.place.location.pathname).toBe('/second');
    expect(told).toEqual([]);
    held[0]?.goOn();
    expect(visited.place).toMatchObject({ location: { pathname: to }, action });
    expect(told).toEqual([to]);
    expect(held).toHaveLength(1);
  });

  test('is free again once the doubt is gone', () => {
    const visited = aVisit();
    const { held, doubt } = aDoubt();
    visited.doubt(doubt)();
    leave(visited);
    expect(visited.place.location.pathname).toBe(to);
    expect(held).toEqual([]);
  });
});

test('in the browser the way back is undone in the address, too, and made once it may', async () => {
  const popped = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.replaceState(null, '', '/one');
  const visited = visitedPages();
  visited.push('/two', { kept: 'state' });
  const { held, doubt } = aDoubt();
  visited.doubt(doubt);
  const back = popped();
  window.history.back();
  await back;
  await popped();
  expect(held).toMatchObject([{ to: '/one' }]);
  expect(window.location.pathname).toBe('/two');
  expect(visited.place.location).toMatchObject({ pathname: '/two', state: { kept: 'state' } });
  const again = popped();
  held[0]?.goOn();
  await again;
  expect(window.location.pathname).toBe('/one');
  expect(visited.place.location.pathname).toBe('/one');
});
