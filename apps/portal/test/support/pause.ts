import { act } from '@testing-library/react';

/** Lets time go by; what the page does by itself meanwhile is React's to take in. */
export const pause = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
