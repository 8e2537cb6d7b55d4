import { createContext, use, useEffect } from 'react';

/** Sets the name in the document title, for example the name of a workspace. */
export const DocumentTitleContext = createContext((_name: string | undefined): void => undefined);

/** Adds a name to the document title while the page is shown. */
export function useDocumentTitle(name: string | undefined): void {
  const setName = use(DocumentTitleContext);
  useEffect(() => {
    setName(name);
    return () => setName(undefined);
  }, [name, setName]);
}
