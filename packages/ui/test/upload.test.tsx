import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FileUpload, type FileChunk, type FileUploadProps } from '../src/index.ts';
import { fileChunks } from '../src/upload/file-chunks.ts';
import { sizeText } from '../src/upload/size-text.ts';
import { findFaults } from './find-faults.ts';

const fileOf = (bytes: number, name = 'keys.pem') => new File([new Uint8Array(bytes)], name);
const kilobytes = 1024;

test('[9.19] a file is cut into pieces of 64 KB, without a byte lost or sent twice', () => {
  const pieces = fileChunks(fileOf(150 * kilobytes));
  expect(pieces.map(({ start, end, bytes }) => [start, end, bytes.size])).toEqual([
    [0, 65_536, 65_536],
    [65_536, 131_072, 65_536],
    [131_072, 153_600, 22_528],
  ]);
  expect(pieces.map(({ index, count }) => `${index}/${count}`)).toEqual(['0/3', '1/3', '2/3']);
  expect(fileChunks(fileOf(65_536))).toHaveLength(1);
});

test('an empty file is one empty piece', () => {
  expect(fileChunks(fileOf(0))).toMatchObject([{ index: 0, count: 1, start: 0, end: 0 }]);
});

test.each([
  [0, '0 bytes'],
  [812, '812 bytes'],
  [65_536, '64 KB'],
  [1_572_864, '1.5 MB'],
])('%i bytes read %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

/** A far end that answers each piece when it is told to. */
function farEnd() {
  const got: number[] = [];
  const signals: AbortSignal[] = [];
  let answer: { take: () => void; refuse: (cause: Error) => void } | undefined;
  const upload = (chunk: FileChunk, signal: AbortSignal) => {
    got.push(chunk.index);
    signals.push(signal);
    return new Promise<void>((take, refuse) => {
      answer = { take, refuse };
    });
  };
  return { got, signals, upload, take: () => answer?.take(), refuse: (cause: Error) => answer?.refuse(cause) };
}

const progress = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');

async function begin(more: Partial<FileUploadProps> = {}) {
  const end = farEnd();
  const onDone = jest.fn();
  render(<FileUpload label="Key file" upload={end.upload} onDone={onDone} {...more} />);
  await userEvent.upload(screen.getByLabelText('Key file', { selector: 'input' }), fileOf(150 * kilobytes));
  return { ...end, onDone };
}

test('shows how far it is, piece by piece, up to the end', async () => {
  const { got, take, onDone } = await begin();
  expect(progress()).toBe('0');
  expect(got).toEqual([0]);
  take();
  expect(await screen.findByText('64 KB of 150 KB, 42 %')).toBeInTheDocument();
  expect(await findFaults()).toEqual([]);
  take();
  await screen.findByText('128 KB of 150 KB, 85 %');
  take();
  expect(await screen.findByRole('status')).toHaveTextContent('Uploaded, 150 KB');
  expect(progress()).toBe('100');
  expect(got).toEqual([0, 1, 2]);
  expect(onDone).toHaveBeenCalledTimes(1);
});

test('a pause lets the piece on its way arrive, and sends none twice', async () => {
  const { got, signals, take } = await begin();
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  take();
  expect(await screen.findByText('Paused at 42 %')).toBeInTheDocument();
  expect(got).toEqual([0]);
  expect(signals[0]?.aborted).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(got).toEqual([0, 1]);
});

test('a pause that is over before the piece arrived changes nothing', async () => {
  const { got, take } = await begin();
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(got).toEqual([0]);
  take();
  await screen.findByText('64 KB of 150 KB, 42 %');
  expect(got).toEqual([0, 1]);
});

test('what failed is said, and tried again from there', async () => {
  const failureText = (cause: unknown) => (cause instanceof Error ? cause.message : '');
  const { got, take, refuse } = await begin({ failureText });
  take();
  await screen.findByText(/42 %/);
  refuse(new Error('The connection was lost.'));
  expect(await screen.findByRole('status')).toHaveTextContent('The connection was lost.');
  expect(progress()).toBe('42');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(got).toEqual([0, 1, 1]);
});

test('giving up breaks off the piece on its way, and another file can be chosen', async () => {
  const { signals, refuse } = await begin();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(signals[0]?.aborted).toBe(true);
  refuse(new Error('aborted'));
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

test('leaving the page gives it up', async () => {
  const end = farEnd();
  const { unmount } = render(<FileUpload label="Key file" upload={end.upload} />);
  await userEvent.upload(screen.getByLabelText('Key file', { selector: 'input' }), fileOf(10));
  unmount();
  expect(end.signals[0]?.aborted).toBe(true);
});

test('a file that is dropped is taken, one that is too large is not', async () => {
  const { upload, got } = farEnd();
  render(<FileUpload label="Key file" upload={upload} maxSize={kilobytes} />);
  const drop = (file: File) => fireEvent.drop(screen.getByRole('group'), { dataTransfer: { files: [file] } });
  drop(fileOf(2 * kilobytes, 'large.pem'));
  expect(screen.getByRole('alert')).toHaveTextContent('large.pem is too large. A file can have 1 KB at most.');
  expect(got).toEqual([]);
  drop(fileOf(kilobytes, 'small.pem'));
  expect(await screen.findByRole('progressbar', { name: 'Upload of small.pem' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
