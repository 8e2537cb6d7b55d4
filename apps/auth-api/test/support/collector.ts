import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

/** A span as OTLP has it in JSON, its attributes as an object. */
export interface ExportedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** Of the process that exported it. */
  readonly resource: Readonly<Record<string, string | number | undefined>>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ExportedSpan, 'attributes' | 'resource'> & { attributes: readonly Attribute[] })[];
    }[];
  }[];
}

/** Receives traces over OTLP/HTTP, on a socket of its own. */
export interface Collector {
  readonly url: string;
  /** All bodies as they came. */
  readonly bodies: readonly { readonly type: string | undefined; readonly body: string }[];
  /** The spans of the bodies that are JSON. */
  spans(): ExportedSpan[];
  /** While it hangs it takes what comes and answers nothing. */
  hang(on: boolean): void;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const bodies: { type: string | undefined; body: string }[] = [];
  let isHanging = false;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      if (isHanging) return;
      bodies.push({ type: req.headers['content-type'], body: Buffer.concat(chunks).toString('latin1') });
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () => bodies.filter(({ type }) => type === 'application/json').flatMap(({ body }) => spansIn(body)),
    hang: (on) => void (isHanging = on),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansIn(body: string): ExportedSpan[] {
  const { resourceSpans } = JSON.parse(Buffer.from(body, 'latin1').toString()) as Export;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: asObject(span.attributes),
        resource: asObject(resource.attributes),
      })),
    ),
  );
}

const asObject = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** What has a process export to a collector at once, in JSON. */
export const exportTo = ({ url }: Pick<Collector, 'url'>) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '20',
});
