/** Scripts whose spelling needs joiners: Persian writes `علی‌رضا` with U+200C, Sinhala `ශ්‍රී` with U+200D. Source: RFC 5892, appendix A. */
const joiningScripts = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
];
const joining = `[${joiningScripts.map((script) => String.raw`\p{Script_Extensions=${script}}`).join('')}]`;

/** A joiner within a word, and a variation selector after a character that has variants, as in the Japanese name `葛󠄀城`. */
const spelling = [
  String.raw`(?<=${joining})[\u200C\u200D](?=${joining})`,
  String.raw`(?<=\p{Script=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180D\u180F]`,
  String.raw`(?<=\p{Extended_Pictographic})\uFE0F`,
].join('|');

const hidden = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]`;

/**
 * Invisible characters: text direction controls (U+202E), zero-width characters (U+200B, U+200D), other format characters,
 * variation selectors (U+FE0F), line separators, blank letters and the blank Braille pattern. They make two different names
 * look the same, or a text read differently.
 */
const hiddenCharacter = new RegExp(hidden, 'u');
const unspelledCharacters = new RegExp(`(?:(?!${spelling})${hidden})+`, 'gu');

/** Whether a text contains invisible characters. */
export const hasHiddenCharacters = (text: string) => hiddenCharacter.test(text);

/** Replaces invisible characters, except where they belong to the spelling of a word. */
export const replaceInvisible = (text: string, replacement: string) => text.replace(unspelledCharacters, replacement);

/** Replaces what keyboards and word processors write for a space or a hyphen, such as U+00A0, U+2011 and the minus sign U+2212. */
export const normaliseTyping = (text: string) =>
  text.replace(/\p{Zs}/gu, ' ').replace(/[\u2010\u2011\u2212\uFE63\uFF0D]/g, '-');
