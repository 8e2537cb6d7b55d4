import type { Profiler, Runtime } from 'node:inspector';
import type { SourceMap } from 'node:module';

/** Which part of a request's work a function belongs to. What Node or zod do, they do for whoever called them. */
const parts: readonly (readonly [part: string, RegExp])[] = [
  ['log', /node_modules\/(?:pino|sonic-boom|quick-format|safe-stable|@pinojs)/],
  [
    'tracing',
    /node_modules\/@opentelemetry|async_hooks|#(?:beginRequestTrace|endRequestTrace|inSpan|endWith|beginSpan)$/,
  ],
  ['figures', /node_modules\/prom-client/],
  ['parsing of results', /#parseResult$/],
  ['parsing of requests', /#(?:parseInput|parsePart)$|node_modules\/(?:body-parser|raw-body)/],
  ['headers', /node_modules\/(?:helmet|cors|vary)|#(?:closeOnShutdown|securityHeaders)$/],
  ['Prisma', /node_modules\/@prisma/],
  ['signing', /node_modules\/jose|\/keys\/(?:tokens)\.ts#/],
  ['database driver', /node_modules\/(?:pg|postgres-)/],
  [
    'session and access',
    /#(?:authenticate|authenticateBySession|checkAccess|readSessionCookie|hashSecret|isOver|lockOutOf)$/,
  ],
  ['presenting', /#present\w*$/],
  ['writing the answer', /#(?:json|stringify)$/],
  ['Express and other packages', /node_modules\/(?!zod)/],
  ['our own code', /^(?:\.\.\/)+(?:src|packages)\//],
];

/** The share of each part in the time that a process was busy, by a profile of it and the map of its bundle. */
export function partsOf(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  bundle: SourceMap,
): Map<string, number> {
  const sourceOf = ({ url, lineNumber, columnNumber }: Runtime.CallFrame) => {
    if (!url.endsWith('dist/main.js')) return url;
    const { originalSource } = bundle.findEntry(lineNumber, columnNumber) as { originalSource?: string };
    return originalSource ?? url;
  };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const partOf = (id: number): string | null => {
    const { functionName: leaf } = byId.get(id)?.callFrame ?? {};
    // The last is the profiler's own.
    if (leaf === '(idle)' || leaf === 'dispatch') return null;
    if (leaf === '(garbage collector)') return 'garbage collection';
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame;
      const named = frame && parts.find(([, pattern]) => pattern.test(`${sourceOf(frame)}#${frame.functionName}`));
      if (named) return named[0];
    }
    return 'Node and the system';
  };
  const taken = new Map<string, number>();
  let busy = 0;
  samples.forEach((id, at) => {
    const part = partOf(id);
    if (part === null) return;
    busy += timeDeltas[at] ?? 0;
    taken.set(part, (taken.get(part) ?? 0) + (timeDeltas[at] ?? 0));
  });
  return new Map([...taken].map(([part, time]) => [part, time / busy]));
}
