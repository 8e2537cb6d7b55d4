import { createContext, use, useEffect } from 'react';

/** Takes the name of what the page is about, for the title of the tab. */
export const SubjectContext = createContext((_name: string | undefined): void => undefined);

/** Tells the frame what the page is about, as long as the page is shown. */
export function usePageSubject(name: string | undefined): void {
  const tell = use(SubjectContext);
  useEffect(() => {
    tell(name);
    return () => tell(undefined);
  }, [name, tell]);
}
