import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

/** A smaller change of the offset is the delay of a response. */
const minChangeMs = 2_000;

interface ServerClock {
  /** How far the clock of the API is ahead of this computer's, in milliseconds. */
  offsetMs: number;
}

const initialState: ServerClock = { offsetMs: 0 };

/** The difference between the clocks, as far as the last response proves it. Expiry is decided by the clock of the API. */
export const serverClock = createSlice({
  name: 'serverClock',
  initialState,
  reducers: {
    responseReceived: (state, { payload }: PayloadAction<number | undefined>) => {
      if (payload !== undefined && Math.abs(payload - state.offsetMs) >= minChangeMs) state.offsetMs = payload;
    },
  },
  selectors: { selectOffset: ({ offsetMs }) => offsetMs },
});

/**
 * The offset by the `Date` header of a response, which has whole seconds and was written between the request and the end of the
 * response. Zero if the clocks may be the same; undefined without the header.
 * Source: https://www.rfc-editor.org/rfc/rfc9110#field.date
 */
export function offsetOf(headers: Headers, sentAt: number, receivedAt: number): number | undefined {
  const date = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(date)) return undefined;
  return Math.max(date - receivedAt, 0) + Math.min(date + 999 - sentAt, 0);
}

type WithClock = { readonly [serverClock.name]: ServerClock };

export const useServerClockOffset = () => useSelector((state: WithClock) => serverClock.selectors.selectOffset(state));
