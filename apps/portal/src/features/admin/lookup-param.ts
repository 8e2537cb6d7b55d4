import { useSearchParams } from 'react-router';
import type { FieldAction } from './components/single-field-form.tsx';

/** The value that a section looks up. It is a query parameter, so that the page can be shared and reloaded. */
export function useLookupParam(parameter: string) {
  const [searchParams, setSearchParams] = useSearchParams();
  const value = searchParams.get(parameter) ?? '';
  return {
    value,
    lookUp: (text: string) => setSearchParams({ section: searchParams.get('section') ?? '', [parameter]: text }),
  };
}

/** The action of a lookup form. It keeps the value in the field. */
export const lookUpAction = (loading: boolean, lookUp: (text: string) => void): FieldAction => ({
  label: 'Look up',
  loadingText: 'Looking up...',
  icon: 'search',
  variant: 'primary',
  loading,
  run: (text) => {
    lookUp(text);
    return false;
  },
});
