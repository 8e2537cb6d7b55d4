import { SpanKind, context, type SpanOptions } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { recordSpanError, withSpan } from './spans.ts';

const propagator = new W3CTraceContextPropagator();
const setter = { set: (headers: Record<string, string>, name: string, value: string) => (headers[name] = value) };

/** The headers that pass the trace on to an upstream service. Baggage is for our own services and is left out. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagator.inject(context.active(), headers, setter);
  return headers;
}

/** The span of a request to an upstream service. It has the template of the URL, never the URL. */
export function clientSpanOptions(method: string, url: string, template: string): SpanOptions {
  const { hostname, port, protocol } = new URL(url);
  return {
    kind: SpanKind.CLIENT,
    attributes: {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      'url.template': template,
    },
  };
}

/** `fetch` in a span, with the headers that pass the trace on. */
export function tracedFetch(template: string, url: string, init: RequestInit = {}): Promise<Response> {
  const method = init.method ?? 'GET';
  return withSpan(`${method} ${template}`, clientSpanOptions(method, url, template), async (span) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value);
    const response = await fetch(url, { ...init, headers });
    span.setAttribute('http.response.status_code', response.status);
    if (response.status >= 400) recordSpanError(span, String(response.status));
    return response;
  });
}
