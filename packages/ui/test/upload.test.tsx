import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FileUpload, type FileChunk, type FileUploadProps } from '../src/extra/index.ts';
import { splitIntoChunks } from '../src/extra/upload/file-chunks.ts';
import { formatBytes } from '../src/extra/upload/format-bytes.ts';
import { findA11yViolations } from './find-a11y-violations.ts';

const createFile = (bytes: number, name = 'keys.pem') => new File([new Uint8Array(bytes)], name);
const bytesPerKilobyte = 1024;

test('[9.19] a file is split into chunks of 64 KB without gaps or overlaps', () => {
  const chunks = splitIntoChunks(createFile(150 * bytesPerKilobyte));
  expect(chunks.map(({ start, end, bytes }) => [start, end, bytes.size])).toEqual([
    [0, 65_536, 65_536],
    [65_536, 131_072, 65_536],
    [131_072, 153_600, 22_528],
  ]);
  expect(chunks.map(({ index, count }) => `${index}/${count}`)).toEqual(['0/3', '1/3', '2/3']);
  expect(splitIntoChunks(createFile(65_536))).toHaveLength(1);
});

test('an empty file is one empty chunk', () => {
  expect(splitIntoChunks(createFile(0))).toMatchObject([{ index: 0, count: 1, start: 0, end: 0 }]);
});

test.each([
  [0, '0 bytes'],
  [812, '812 bytes'],
  [65_536, '64 KB'],
  [1_572_864, '1.5 MB'],
])('%i bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

/** A server that accepts or rejects a chunk when the test calls `accept` or `reject`. */
function createFakeServer() {
  const received: number[] = [];
  const signals: AbortSignal[] = [];
  let pending: { accept: () => void; reject: (cause: Error) => void } | undefined;
  const upload = (chunk: FileChunk, signal: AbortSignal) => {
    received.push(chunk.index);
    signals.push(signal);
    return new Promise<void>((accept, reject) => {
      pending = { accept, reject };
    });
  };
  return {
    received,
    signals,
    upload,
    accept: () => pending?.accept(),
    reject: (cause: Error) => pending?.reject(cause),
  };
}

const progress = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');

async function renderUpload(more: Partial<FileUploadProps> = {}) {
  const server = createFakeServer();
  const onDone = jest.fn();
  render(<FileUpload label="Key file" upload={server.upload} onDone={onDone} {...more} />);
  await userEvent.upload(screen.getByLabelText('Key file', { selector: 'input' }), createFile(150 * bytesPerKilobyte));
  return { ...server, onDone };
}

test('shows the progress chunk by chunk until the upload is done', async () => {
  const { received, accept, onDone } = await renderUpload();
  expect(progress()).toBe('0');
  expect(received).toEqual([0]);
  accept();
  expect(await screen.findByText('64 KB of 150 KB, 42 %')).toBeInTheDocument();
  expect(await findA11yViolations()).toEqual([]);
  accept();
  await screen.findByText('128 KB of 150 KB, 85 %');
  accept();
  expect(await screen.findByRole('status')).toHaveTextContent('Uploaded, 150 KB');
  expect(progress()).toBe('100');
  expect(received).toEqual([0, 1, 2]);
  expect(onDone).toHaveBeenCalledTimes(1);
});

test('a pause lets the pending chunk finish, and no chunk is sent twice', async () => {
  const { received, signals, accept } = await renderUpload();
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  accept();
  expect(await screen.findByText('Paused at 42 %')).toBeInTheDocument();
  expect(received).toEqual([0]);
  expect(signals[0]?.aborted).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(received).toEqual([0, 1]);
});

test('resuming before the pending chunk has finished sends it only once', async () => {
  const { received, accept } = await renderUpload();
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(received).toEqual([0]);
  accept();
  await screen.findByText('64 KB of 150 KB, 42 %');
  expect(received).toEqual([0, 1]);
});

test('a failed chunk shows its error and can be retried', async () => {
  const errorText = (cause: unknown) => (cause instanceof Error ? cause.message : '');
  const { received, accept, reject } = await renderUpload({ errorText });
  accept();
  await screen.findByText(/42 %/);
  reject(new Error('The connection was lost.'));
  expect(await screen.findByRole('status')).toHaveTextContent('The connection was lost.');
  expect(progress()).toBe('42');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(received).toEqual([0, 1, 1]);
});

test('cancelling aborts the pending chunk, and another file can be chosen', async () => {
  const { signals, reject } = await renderUpload();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(signals[0]?.aborted).toBe(true);
  reject(new Error('aborted'));
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

test('unmounting cancels the upload', async () => {
  const server = createFakeServer();
  const { unmount } = render(<FileUpload label="Key file" upload={server.upload} />);
  await userEvent.upload(screen.getByLabelText('Key file', { selector: 'input' }), createFile(10));
  unmount();
  expect(server.signals[0]?.aborted).toBe(true);
});

test('a dropped file is uploaded, but not one that is too large', async () => {
  const { upload, received } = createFakeServer();
  render(<FileUpload label="Key file" upload={upload} maxSizeBytes={bytesPerKilobyte} />);
  const drop = (file: File) => fireEvent.drop(screen.getByRole('group'), { dataTransfer: { files: [file] } });
  drop(createFile(2 * bytesPerKilobyte, 'large.pem'));
  expect(screen.getByRole('alert')).toHaveTextContent('large.pem is too large. The maximum size is 1 KB.');
  expect(received).toEqual([]);
  drop(createFile(bytesPerKilobyte, 'small.pem'));
  expect(await screen.findByRole('progressbar', { name: 'Upload of small.pem' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
