import { act } from '@testing-library/react';

/** Waits, and lets React process what the page does meanwhile. */
export const pause = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
