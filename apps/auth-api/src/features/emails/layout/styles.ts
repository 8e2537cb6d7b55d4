// The portal's colors (packages/ui/src/styles/semantic.css) as hex, because few mail programs know OKLCH. Text and background
// are both set everywhere, so that a forced inversion changes both or neither.

const light = {
  page: '#f9fafb',
  card: '#ffffff',
  line: '#e4e7eb',
  strong: '#14171d',
  text: '#24282f',
  soft: '#585e68',
  solid: '#395ae4',
  link: '#2d49c3',
  attention: '#b56d0a',
  attentionWord: '#693a0f',
  security: '#d4292d',
  securityWord: '#821b1c',
};

const dark: typeof light = {
  page: '#0b0d10',
  card: '#121418',
  line: '#363940',
  strong: '#f2f3f5',
  text: '#dadce0',
  soft: '#a0a5ad',
  solid: '#4162da',
  link: '#a2bcff',
  attention: '#e7ab4d',
  attentionWord: '#f7d293',
  security: '#ef7272',
  securityWord: '#fbbbba',
};

const onSolid = '#ffffff';

export const colors = { light, dark, onSolid };

const fonts = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const body = `font-family:${fonts};font-size:15px;line-height:24px;color:${light.text}`;
const line = `1px solid ${light.line}`;

/** The inline styles, with the light colors. */
export const styles = {
  body: `margin:0;padding:0;background-color:${light.page}`,
  preview: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
  page: `background-color:${light.page}`,
  gutter: 'padding:32px 16px',
  column: 'max-width:560px',
  header: 'padding:0 0 20px',
  mark: `width:28px;height:28px;padding:0;border-radius:7px;background-color:${light.solid};font-size:0;line-height:0`,
  markLines: 'display:block;width:28px;height:28px;border:0',
  name: `${body};padding:0 0 0 10px;font-weight:600;color:${light.strong}`,
  card: `padding:32px;border:${line};border-radius:10px;background-color:${light.card};overflow-wrap:anywhere;word-break:break-word`,
  edge: {
    information: '',
    attention: `border-top:3px solid ${light.attention}`,
    security: `border-top:3px solid ${light.security}`,
  },
  urgency: 'margin:0 0 12px',
  dotCell: 'padding:0 8px 0 0;font-size:0;line-height:0;vertical-align:middle',
  dot: 'width:8px;height:8px;border-radius:4px',
  dots: {
    information: `background-color:${light.soft}`,
    attention: `background-color:${light.attention}`,
    security: `background-color:${light.security}`,
  },
  urgencyWord: `font-family:${fonts};font-size:13px;line-height:20px;font-weight:600`,
  words: {
    information: `color:${light.soft}`,
    attention: `color:${light.attentionWord}`,
    security: `color:${light.securityWord}`,
  },
  heading: `margin:0 0 20px;font-family:${fonts};font-size:20px;line-height:28px;font-weight:600;color:${light.strong}`,
  paragraph: `margin:0 0 12px;${body};font-size:14px;line-height:22px`,
  facts: `margin:16px 0 0;border-collapse:collapse;border-bottom:${line}`,
  factName: `${body};padding:8px 16px 8px 0;border-top:${line};vertical-align:top;font-size:14px;line-height:20px;font-weight:400;color:${light.soft}`,
  /** In place of the width of its words: a long name leaves room for the value on a phone. */
  longName: 'width:36%;word-break:normal;overflow-wrap:normal',
  shortName: 'width:1%;white-space:nowrap',
  factValue: `${body};padding:8px 0;border-top:${line};vertical-align:top;font-size:14px;line-height:20px;font-weight:500;color:${light.strong}`,
  buttonTable: 'margin:0 0 24px',
  buttonCell: `border-radius:6px;background-color:${light.solid};mso-padding-alt:10px 20px`,
  button: `display:inline-block;padding:10px 20px;border-radius:6px;font-family:${fonts};font-size:15px;line-height:20px;font-weight:600;color:${onSolid};text-decoration:none;mso-padding-alt:0`,
  links: `margin:0 0 24px;padding:0 0 0 20px;${body}`,
  adviceSentence: `margin:20px 0 0;${body};font-size:14px;line-height:20px`,
  adviceTitle: `margin:20px 0 8px;font-family:${fonts};font-size:14px;line-height:20px;font-weight:600;color:${light.strong}`,
  steps: `margin:0;padding:0 0 0 22px;${body};font-size:14px;line-height:20px`,
  step: `margin:0 0 6px;${body};font-size:14px;line-height:20px`,
  link: `color:${light.link};text-decoration:underline`,
  footnote: `margin:20px 0 0;${body};font-size:13px;line-height:20px;color:${light.soft}`,
  footer: `padding:20px 0 0;${body};font-size:12px;line-height:20px;color:${light.soft}`,
} as const;

/** Replaces the inline colors in mail programs with a dark mode that reads style sheets. */
export const darkStyleSheet = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  `.page{background-color:${dark.page}!important}`,
  `.card{background-color:${dark.card}!important;border-color:${dark.line}!important}`,
  `.line{border-color:${dark.line}!important}`,
  `.strong{color:${dark.strong}!important}.text{color:${dark.text}!important}.soft{color:${dark.soft}!important}`,
  `.solid{background-color:${dark.solid}!important}.button{color:${onSolid}!important}`,
  `.link{color:${dark.link}!important}`,
  `.dot-information{background-color:${dark.soft}!important}.word-information{color:${dark.soft}!important}`,
  `.dot-attention{background-color:${dark.attention}!important}.word-attention{color:${dark.attentionWord}!important}`,
  `.dot-security{background-color:${dark.security}!important}.word-security{color:${dark.securityWord}!important}`,
  `.edge-attention{border-top-color:${dark.attention}!important}.edge-security{border-top-color:${dark.security}!important}`,
  '}',
].join('');
