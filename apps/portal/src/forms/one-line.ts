/** For a text of one line in a box of several: a line break, typed or pasted, counts as a space. */
export const oneLine = (text: string) => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');
