/** What stands in a form or a query: text, and what brackets nest. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

interface Node {
  [name: string]: Node | string;
}

const named = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const unsafe = ['__proto__', 'constructor', 'prototype'];

/** Reads `a[b][0][c]=v`. Keys that are all numbers make a list. */
export function parseForm(text: string): Record<string, FormValue> {
  const root: Node = {};
  for (const [key, value] of new URLSearchParams(text)) put(root, pathOf(key), value);
  return listed(root) as Record<string, FormValue>;
}

function pathOf(key: string): string[] {
  const [, name, brackets] = named.exec(key) ?? [];
  if (name === undefined || brackets === undefined) return [key];
  return [name, ...[...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part ?? '')];
}

function put(root: Node, path: readonly string[], value: string): void {
  let node = root;
  for (const [at, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(node).length) : part;
    if (unsafe.includes(name)) return;
    const here = node[name];
    if (at === path.length - 1) node[name] = value;
    else if (typeof here === 'object') node = here;
    else node = node[name] = {};
  }
}

function listed(node: Node | string): FormValue {
  if (typeof node === 'string') return node;
  const entries = Object.entries(node).map(([name, value]): [string, FormValue] => [name, listed(value)]);
  if (entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))) {
    return entries.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, value]) => value);
  }
  return Object.fromEntries(entries);
}
