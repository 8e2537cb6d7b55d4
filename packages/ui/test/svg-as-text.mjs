/** In tests, too, a picture that is imported raw is its text. */
export default { process: (text) => ({ code: `export default ${JSON.stringify(text)};` }) };
