import { createServer } from 'node:http';
import { closeServer, listen } from './listen.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

/** A span in OTLP's JSON form, with its attributes as an object. */
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
  /** Attributes of the process that exported it. */
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

/** Receives traces over OTLP/HTTP. */
export interface OtlpCollector {
  readonly url: string;
  /** All request bodies, as received. */
  readonly bodies: readonly { readonly type: string | undefined; readonly body: string }[];
  /** The spans in the JSON bodies. */
  spans(): ExportedSpan[];
  /** While hanging, it accepts requests and never responds. */
  setHanging(on: boolean): void;
  close(): Promise<void>;
}

export async function startOtlpCollector(): Promise<OtlpCollector> {
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
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans: () => bodies.filter(({ type }) => type === 'application/json').flatMap(({ body }) => spansIn(body)),
    setHanging: (on) => void (isHanging = on),
    async close() {
      server.closeAllConnections();
      await closeServer(server);
    },
  };
}

function spansIn(body: string): ExportedSpan[] {
  const { resourceSpans } = JSON.parse(Buffer.from(body, 'latin1').toString()) as Export;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: toObject(span.attributes),
        resource: toObject(resource.attributes),
      })),
    ),
  );
}

const toObject = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** Settings with which a process exports its spans to a collector without delay, as JSON. */
export const exporterSettings = ({ url }: Pick<OtlpCollector, 'url'>) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '20',
});
