import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name !== '' && existsSync(path.join(root, name)));

const readDocument = (name: string) =>
  readFileSync(path.join(root, name), 'utf8').replaceAll(/^ *```[^]*?^ *```$/gm, '');

const anchors = new Map<string, Set<string>>();

/** The anchors that GitHub generates for a document's headings. */
function anchorsOf(name: string): Set<string> {
  const known = anchors.get(name) ?? readAnchors(name);
  anchors.set(name, known);
  return known;
}

function readAnchors(name: string): Set<string> {
  const seen = new Map<string, number>();
  const found = new Set<string>();
  for (const [, heading = ''] of readDocument(name).matchAll(/^#+ (.+)$/gm)) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    found.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return found;
}

function brokenLinksOf(name: string): string[] {
  const links = [...readDocument(name).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)];
  return links
    .map(([, markdown, html]) => markdown ?? html ?? '')
    .filter((link) => !/^(?:[a-z]+:|\/)/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? name : path.join(path.dirname(name), file);
      if (!existsSync(path.join(root, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
    });
}

it('there are documents to check', () => {
  expect(documents).toContain('README.md');
  expect(documents.length).toBeGreaterThan(40);
});

it.each(documents)('every relative link of %s points to an existing file and heading', (name) => {
  expect(brokenLinksOf(name)).toEqual([]);
});
