/** Jest transform for `*.svg?raw` imports: the module's default export is the text of the file. */
export default { process: (text) => ({ code: `export default ${JSON.stringify(text)};` }) };
