import { RichText } from '../../src/extra/index.ts';
import { Example } from '../example.tsx';

const text = `# A heading

Some **bold** and *slanted* words, \`inline code\`, a [link on this page](#Texts) and [to another site](https://example.com).

- one
- two, with a picture: ![Our logo](mark.svg)

> A quotation.

\`\`\`
// Without a language it is JavaScript.
export const answer = (question) => question.length > 0 ? 42 : null;
\`\`\`

\`\`\`sh
$ npm ci
$ npm start -- --port 9000 --a-very-long-option-that-does-not-fit-into-the-width-of-the-block=yes
\`\`\`

\`\`\`yaml
name: production
replicas: 3 # enough
\`\`\`

<script>alert('never')</script>
`;

export function RichTextExamples() {
  return (
    <Example name="RichText">
      <RichText text={text} />
    </Example>
  );
}
