/** Reads a body of at most so many bytes; null if it is longer. */
export async function readText(request: Request, maxBytes: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  const decoder = new TextDecoder();
  let [text, sizeBytes] = ['', 0];
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** No answer of the kit may be stored: all are about one browser or one token. */
const noStore = { 'cache-control': 'no-store' };

export function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { ...noStore, location } });
}

export function jsonResponse(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  const contentType = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers: { ...noStore, ...contentType, ...headers } });
}

export function textResponse(status: number, text: string): Response {
  const contentType = { 'content-type': 'text/plain; charset=utf-8' };
  return new Response(text, { status, headers: { ...noStore, ...contentType } });
}

export function emptyResponse(status: number): Response {
  return new Response(null, { status, headers: noStore });
}

/** The same response with these `Set-Cookie` headers. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  const changed = new Response(response.body, response);
  for (const cookie of cookies) changed.headers.append('set-cookie', cookie);
  return changed;
}
