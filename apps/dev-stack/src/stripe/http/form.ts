/** A value of a form or query: text, or what brackets nest. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

interface Node {
  [name: string]: Node | string;
}

const keyPattern = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const unsafeKeys = ['__proto__', 'constructor', 'prototype'];

/** Parses `a[b][0][c]=v`. An object whose keys are all numbers becomes a list. */
export function parseForm(text: string): Record<string, FormValue> {
  const root: Node = {};
  for (const [key, value] of new URLSearchParams(text)) setPath(root, parseKey(key), value);
  return toFormValue(root) as Record<string, FormValue>;
}

function parseKey(key: string): string[] {
  const [, name, brackets] = keyPattern.exec(key) ?? [];
  if (name === undefined || brackets === undefined) return [key];
  return [name, ...[...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part ?? '')];
}

function setPath(root: Node, path: readonly string[], value: string): void {
  let node = root;
  for (const [index, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(node).length) : part;
    if (unsafeKeys.includes(name)) return;
    const existing = node[name];
    if (index === path.length - 1) node[name] = value;
    else if (typeof existing === 'object') node = existing;
    else node = node[name] = {};
  }
}

function toFormValue(node: Node | string): FormValue {
  if (typeof node === 'string') return node;
  const entries = Object.entries(node).map(([name, value]): [string, FormValue] => [name, toFormValue(value)]);
  if (entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))) {
    return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
  }
  return Object.fromEntries(entries);
}
