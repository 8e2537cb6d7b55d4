import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { createThemeChoice } from '../src/app/theme/theme-choice.ts';

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
  let changed: (() => void) | undefined;
  const query = {
    matches: theme === 'light',
    addEventListener: (_type: string, listener: () => void) => (changed = listener),
    removeEventListener: () => (changed = undefined),
  };
  window.matchMedia = () => query as unknown as MediaQueryList;
  return (next: 'light' | 'dark') => {
    query.matches = next === 'light';
    changed?.();
  };
}

const forbid = (which: 'localStorage' | 'sessionStorage') =>
  jest.spyOn(window, which, 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });

afterEach(() => {
  document.cookie = `lS_${encodeURIComponent(key)}=; max-age=0; path=/`;
  Reflect.deleteProperty(window, 'matchMedia');
});

test('follows the system and its changes, dark where it can’t be read', () => {
  expect(firstPaint()).toBe('dark');
  expect(createThemeChoice().current()).toEqual({ theme: 'dark', chosen: false });
  const change = systemPrefers('light');
  expect(firstPaint()).toBe('light');
  const choice = createThemeChoice();
  const stop = choice.subscribe(() => undefined);
  change('dark');
  expect(choice.current().theme).toBe('dark');
  stop();
});

test('a choice overrides the system until it is cleared', () => {
  systemPrefers('light');
  const choice = createThemeChoice();
  choice.choose('dark');
  expect(localStorage.getItem(key)).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(firstPaint()).toBe('dark');
  choice.choose(null);
  expect(choice.current()).toEqual({ theme: 'light', chosen: false });
  expect(localStorage.getItem(key)).toBeNull();
});

test('falls back to session storage, the cookie and memory', () => {
  systemPrefers('light');
  forbid('localStorage');
  createThemeChoice().choose('dark');
  expect(sessionStorage.getItem(key)).toBe('dark');
  expect(firstPaint()).toBe('dark');
  sessionStorage.clear();

  forbid('sessionStorage');
  createThemeChoice().choose('dark');
  expect(document.cookie).toContain('lS_SI%3ATHEME=dark');
  expect(firstPaint()).toBe('dark');
  document.cookie = `lS_${encodeURIComponent(key)}=; max-age=0; path=/`;

  jest.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const choice = createThemeChoice();
  choice.choose('dark');
  expect(choice.current()).toEqual({ theme: 'dark', chosen: true });
});
