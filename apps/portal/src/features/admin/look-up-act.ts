import type { FieldAct } from './field-form.tsx';

/** The button that looks something up and leaves in the field what was asked for. */
export const lookUpAct = (lookUp: (asked: string) => Promise<unknown>): FieldAct => ({
  label: 'Look Up',
  loadingText: 'Looking up...',
  icon: 'search',
  variant: 'primary',
  act: async (asked) => {
    await lookUp(asked);
    return false;
  },
});
