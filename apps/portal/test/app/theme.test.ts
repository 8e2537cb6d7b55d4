import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { createThemeChoice } from '../../src/app/theme/theme-choice.ts';
import { mockFullStorage } from '../support/full-storage.ts';

const key = 'SI:THEME';
const beforePaint = readFileSync('public/before-paint.js', 'utf8');

function firstPaint(): string | undefined {
  delete document.documentElement.dataset.theme;
  const script = document.createElement('script');
  script.textContent = beforePaint;
  document.head.append(script);
  script.remove();
  return document.documentElement.dataset.theme;
}

function systemPrefers(theme: 'light' | 'dark') {
  const query = Object.assign(new EventTarget(), {
    matches: theme === 'light',
    media: '(prefers-color-scheme: light)',
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
  window.matchMedia = () => query;
  return (next: 'light' | 'dark') => {
    query.matches = next === 'light';
    query.dispatchEvent(new Event('change'));
  };
}

const denyStorage = (which: 'localStorage' | 'sessionStorage') =>
  jest.spyOn(window, which, 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });

// The script also sends the first requests.
beforeEach(() => jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline')));

afterEach(() => {
  document.cookie = `lS_${encodeURIComponent(key)}=; max-age=0; path=/`;
  Reflect.deleteProperty(window, 'matchMedia');
});

test('[4.theme.1] [4.theme.2] follows the system theme and its changes, and is dark when it is unknown', () => {
  expect(firstPaint()).toBe('dark');
  expect(createThemeChoice().current()).toEqual({ theme: 'dark', isChosen: false });
  const change = systemPrefers('light');
  expect(firstPaint()).toBe('light');
  const choice = createThemeChoice();
  change('dark');
  expect(choice.current().theme).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('a browser whose `matchMedia` throws has the dark theme', () => {
  window.matchMedia = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  expect(firstPaint()).toBe('dark');
  expect(createThemeChoice().current()).toEqual({ theme: 'dark', isChosen: false });
});

test('[4.theme.3] a choice overrides the system until it is cleared', () => {
  systemPrefers('light');
  const choice = createThemeChoice();
  choice.choose('dark');
  expect(localStorage.getItem(key)).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(firstPaint()).toBe('dark');
  choice.choose(null);
  expect(choice.current()).toEqual({ theme: 'light', isChosen: false });
  expect(localStorage.getItem(key)).toBeNull();
});

test('[4.theme.4] [9.30] falls back to session storage, the cookie and memory', () => {
  systemPrefers('light');
  denyStorage('localStorage');
  createThemeChoice().choose('dark');
  expect(sessionStorage.getItem(key)).toBe('dark');
  expect(firstPaint()).toBe('dark');
  sessionStorage.clear();

  denyStorage('sessionStorage');
  createThemeChoice().choose('dark');
  expect(document.cookie).toContain('lS_SI%3ATHEME=dark');
  expect(firstPaint()).toBe('dark');
  document.cookie = `lS_${encodeURIComponent(key)}=; max-age=0; path=/`;

  const setCookie = jest.spyOn(document, 'cookie', 'set');
  createThemeChoice().choose('light');
  expect(setCookie.mock.lastCall?.[0]).toMatch(/^lS_SI%3ATHEME=light; .*path=\/(;|$)/);
  setCookie.mockRestore();
  createThemeChoice().choose(null);

  jest.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const choice = createThemeChoice();
  choice.choose('dark');
  expect(choice.current()).toEqual({ theme: 'dark', isChosen: true });
  choice.choose(null);
  expect(choice.current()).toEqual({ theme: 'light', isChosen: false });
});

test('[4.theme.4] a full storage does not restore an older choice', () => {
  systemPrefers('light');
  localStorage.setItem(key, 'light');
  mockFullStorage();
  const choice = createThemeChoice();
  choice.choose('dark');
  expect(choice.current().theme).toBe('dark');
  expect(firstPaint()).toBe('dark');
});

test('[4.theme.3] a choice in another tab applies here, and a system change does not undo it', () => {
  const change = systemPrefers('light');
  const choice = createThemeChoice();
  const onChange = jest.fn();
  const stop = choice.subscribe(onChange);
  localStorage.setItem(key, 'dark');
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(choice.current()).toEqual({ theme: 'dark', isChosen: true });
  change('light');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(onChange).toHaveBeenCalledTimes(1);
  stop();
  choice.choose('light');
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('an invalid stored choice is ignored', () => {
  systemPrefers('light');
  localStorage.setItem(key, 'blue');
  expect(firstPaint()).toBe('light');
  expect(createThemeChoice().current()).toEqual({ theme: 'light', isChosen: false });
});

test('a changed theme is shown without transitions, so that all of the page changes at once', async () => {
  const { dataset } = document.documentElement;
  createThemeChoice().choose('light');
  createThemeChoice().choose('dark');
  expect(dataset).toMatchObject({ theme: 'dark', themeChanging: '' });
  await new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(dataset['themeChanging']).toBeUndefined();
});
