import { asFailure } from '../http/failure.ts';
import type { FailureBoxProps } from './failure-box.tsx';

/** What to say over a failure of what makes something: without an answer it may have been made, and is not made twice. */
export const titleOfFailure = (error: FailureBoxProps['error'], refused: string) =>
  asFailure(error)?.status === 0 ? 'No answer came. Try again: nothing is made twice.' : refused;
