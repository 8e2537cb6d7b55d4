import { useSearchParams } from 'react-router';
import type { FieldAct } from './field-form.tsx';

/** What a section was asked to look up. It stands in the address, so that it can be passed on and come back to. */
export function useLookUpInAddress(parameter: string) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(parameter) ?? '';
  return {
    asked,
    ask: (text: string) => setSearch({ section: search.get('section') ?? '', [parameter]: text }),
  };
}

/** The button that looks something up and leaves in the field what was asked for. */
export const lookUpAct = (loading: boolean, lookUp: (text: string) => void): FieldAct => ({
  label: 'Look Up',
  loadingText: 'Looking up...',
  icon: 'search',
  variant: 'primary',
  loading,
  act: (text) => {
    lookUp(text);
    return false;
  },
});
