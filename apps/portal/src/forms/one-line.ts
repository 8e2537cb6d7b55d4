/** For a text of one line in a box of several: a line break, typed or pasted, counts as a space. */
export const oneLine = (text: string) => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');

/** The same of a value as a form hands it to its schema: a line break that is still there then is no mistake either. */
export const oneLineOrNull = (given: string | null) => given && oneLine(given);
