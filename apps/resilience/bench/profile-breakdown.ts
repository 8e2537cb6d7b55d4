import type { Profiler, Runtime } from 'node:inspector';
import type { SourceMap } from 'node:module';

/** Which part of a request's work a stack frame belongs to. The first match from the leaf up counts, so Node and zod count for their caller. */
const parts: readonly (readonly [part: string, RegExp])[] = [
  ['log', /node_modules\/(?:pino|sonic-boom|quick-format|safe-stable|@pinojs)/],
  [
    'tracing',
    /node_modules\/@opentelemetry|async_hooks|#(?:startRequestTrace|endRequestTrace|withSpan|runInSpan|startSpan)$/,
  ],
  ['metrics', /node_modules\/prom-client/],
  ['validation of results', /#validateResult$/],
  ['parsing of requests', /#(?:validateInput|validatePart)$|node_modules\/(?:body-parser|raw-body)/],
  ['headers', /node_modules\/(?:helmet|cors|vary)|#(?:closeOnShutdown|securityHeaders)$/],
  ['Prisma', /node_modules\/@prisma/],
  ['signing', /node_modules\/jose|\/auth\/tokens\/tokens\.ts#/],
  ['database driver', /node_modules\/(?:pg|postgres-)/],
  [
    'session and access',
    /#(?:authenticate|authenticateBySession|authorize|readSessionCookie|hashSecret|isSessionExpired|getLock)$/,
  ],
  ['presentation', /\.(?:presenters|queries)\.ts#to[A-Z]\w*$/],
  ['serialization of the response', /#(?:json|stringify)$/],
  ['Express and other packages', /node_modules\/(?!zod)/],
  ['our own code', /^(?:\.\.\/)+(?:src|packages)\//],
];

/** Share of each part in the busy time of a process, from its CPU profile and the source map of its bundle. */
export function profileBreakdown(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  bundle: SourceMap,
): Map<string, number> {
  const sourceOf = ({ url, lineNumber, columnNumber }: Runtime.CallFrame) => {
    if (!url.endsWith('dist/main.js')) return url;
    const { originalSource } = bundle.findEntry(lineNumber, columnNumber) as { originalSource?: string };
    return originalSource ?? url;
  };
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const partOf = (id: number): string | null => {
    const { functionName: leaf } = nodesById.get(id)?.callFrame ?? {};
    // `dispatch` is the profiler itself.
    if (leaf === '(idle)' || leaf === 'dispatch') return null;
    if (leaf === '(garbage collector)') return 'garbage collection';
    for (let current: number | undefined = id; current !== undefined; current = parents.get(current)) {
      const frame = nodesById.get(current)?.callFrame;
      const match = frame && parts.find(([, pattern]) => pattern.test(`${sourceOf(frame)}#${frame.functionName}`));
      if (match) return match[0];
    }
    return 'Node and the system';
  };
  const timeByPart = new Map<string, number>();
  let busyTime = 0;
  samples.forEach((id, index) => {
    const part = partOf(id);
    if (part === null) return;
    const time = timeDeltas[index] ?? 0;
    busyTime += time;
    timeByPart.set(part, (timeByPart.get(part) ?? 0) + time);
  });
  return new Map([...timeByPart].map(([part, time]) => [part, time / busyTime]));
}
