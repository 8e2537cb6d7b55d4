/** Letters with a stroke, and the dotless i, which have no accent to remove. */
const baseLetters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i' };

/**
 * A text for comparison in a search: in lower case, without accents, in one form for composed and decomposed characters. `Łukasz` is
 * `lukasz`. Database and staff search do the same by the SQL function `folded`.
 */
export const foldText = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øłđðħı]/g, (letter) => baseLetters[letter] ?? letter);
