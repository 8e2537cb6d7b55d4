import { createSlice } from '@reduxjs/toolkit';

/**
 * Whether the API has known us as somebody since the page was loaded, and whether it stopped to.
 * A session that ended in another tab is something else than nobody having logged in yet.
 */
export const sessionEnd = createSlice({
  name: 'sessionEnd',
  initialState: { known: false, ended: false },
  reducers: {
    recognised: (state) => {
      state.known = true;
    },
    resumed: (state) => {
      state.ended = false;
    },
    refused: (state) => {
      if (state.known) state.ended = true;
    },
  },
  selectors: { selectSessionEnded: (state) => state.ended },
});

export const { recognised, refused, resumed } = sessionEnd.actions;
export const { selectSessionEnded } = sessionEnd.selectors;
