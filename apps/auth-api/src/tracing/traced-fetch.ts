import { SpanKind, context, type SpanOptions } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { failSpan, inSpan } from './spans.ts';

const propagator = new W3CTraceContextPropagator();
const setter = { set: (headers: Record<string, string>, name: string, value: string) => (headers[name] = value) };

/** The headers that hand the trace on to whoever is asked. Baggage is for our own parts and stays here. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagator.inject(context.active(), headers, setter);
  return headers;
}

/** What a span says of a request to somebody else: the template of its address, never the address. */
export function requestSpan(method: string, url: string, template: string): SpanOptions {
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

/** `fetch` within a span, handing the trace on. */
export function tracedFetch(template: string, url: string, init: RequestInit = {}): Promise<Response> {
  const method = init.method ?? 'GET';
  return inSpan(`${method} ${template}`, requestSpan(method, url, template), async (span) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value);
    const response = await fetch(url, { ...init, headers });
    span.setAttribute('http.response.status_code', response.status);
    if (response.status >= 400) failSpan(span, String(response.status));
    return response;
  });
}
