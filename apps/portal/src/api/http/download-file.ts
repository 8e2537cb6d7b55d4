import type { Call } from '@portal/contract';
import { ulid } from 'ulid';
import { errorFromResponse, networkError, type RequestError } from './request-error.ts';
import { buildRequest, callUrl, type RequestInput } from './build-request.ts';

interface DownloadedFile {
  readonly content: Blob;
  readonly name: string;
}

/**
 * Requests the file of a call. Unlike a link to the call, which would leave the page to show the JSON of an error, it returns the
 * error.
 */
export async function downloadFile(
  call: Call,
  input: RequestInput,
  authApiUrl: string,
): Promise<{ file: DownloadedFile } | { error: RequestError }> {
  const requestUlid = ulid();
  try {
    const response = await fetch(callUrl(authApiUrl, call, input), buildRequest(call, input, requestUlid));
    if (response.ok) return { file: { content: await response.blob(), name: fileNameOf(response) } };
    return { error: errorFromResponse(response, await readJson(response), requestUlid) };
  } catch {
    return { error: networkError(requestUlid) };
  }
}

/** The body of an error response; undefined if it is not JSON, like an error page of a proxy. */
const readJson = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

const fileNameOf = ({ headers }: Response) =>
  /filename="?([^";]+)"?/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'download';
