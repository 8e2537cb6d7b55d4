/** The style sheet of all emulators' pages, with the type and the colors of the portal, light or dark by the system preference. */
export const stylesheet = `
@font-face { font-family: 'Inter Variable'; src: url(/emulator/inter.woff2) format('woff2'); font-weight: 100 900; font-display: swap; }
@font-face { font-family: 'JetBrains Mono Variable'; src: url(/emulator/jetbrains-mono.woff2) format('woff2'); font-weight: 100 800; font-display: swap; }
:root {
  color-scheme: light dark;
  --page: oklch(0.985 0.002 262); --card: oklch(1 0 0); --hover: oklch(0.968 0.003 262); --control: oklch(1 0 0);
  --border: oklch(0.926 0.006 262); --button-border: oklch(0.87 0.009 262); --input: oklch(0.645 0.014 262);
  --strong: oklch(0.205 0.012 262); --text: oklch(0.275 0.014 262); --quiet: oklch(0.48 0.017 262); --link: oklch(0.465 0.192 268);
  --action: oklch(0.53 0.212 268); --action-hover: oklch(0.495 0.206 268); --on-action: oklch(1 0 0); --focus: oklch(0.605 0.198 268);
  --sans: 'Inter Variable', ui-sans-serif, system-ui, sans-serif;
  --error: oklch(0.48 0.176 27); --error-border: oklch(0.565 0.205 26); --error-soft: oklch(0.972 0.013 22);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: oklch(0.158 0.008 262); --card: oklch(0.19 0.009 262); --hover: oklch(0.24 0.011 262); --control: oklch(0.172 0.009 262);
    --border: oklch(0.272 0.011 262); --button-border: oklch(0.345 0.013 262); --input: oklch(0.535 0.014 262);
    --strong: oklch(0.965 0.003 262); --text: oklch(0.895 0.006 262); --quiet: oklch(0.72 0.013 262); --link: oklch(0.8 0.1 268);
    --action: oklch(0.54 0.188 268); --action-hover: oklch(0.575 0.182 268); --focus: oklch(0.715 0.148 268);
    --error: oklch(0.79 0.115 20); --error-border: oklch(0.66 0.16 23); --error-soft: oklch(0.235 0.042 22);
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; background: var(--page); color: var(--text);
  font: 14px/20px var(--sans);
  -webkit-font-smoothing: antialiased;
}
body.card { display: grid; grid-template-columns: minmax(0, 1fr); align-content: center; justify-items: center; gap: 16px; padding: 32px 16px; }
body.wide { max-width: 1184px; margin: 0 auto; padding: 24px 32px 32px; }
.mark { display: block; }
body.wide .mark { width: 28px; height: 28px; margin-bottom: 24px; }
main:not(.sections), .box { background: var(--card); border: 1px solid var(--border); border-radius: 10px; }
body.card main { width: 100%; max-width: 400px; padding: 32px; }
body.card main.roomy { max-width: 560px; }
h1, h2 { color: var(--strong); text-wrap: balance; }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; }
body.wide .top h1 { font-size: 24px; line-height: 32px; }
h2 { margin: 24px 0 8px; font-size: 14px; font-weight: 600; }
.stack h2 { margin: 0; }
h2 + dl { margin-top: 0; }
p { margin: 8px 0 0; overflow-wrap: anywhere; }
.quiet, .note, .hint, .message { color: var(--quiet); }
.note, .hint, .message { font-size: 12px; line-height: 16px; }
.note { margin: 16px 0 0; text-align: center; text-wrap: balance; }
body.card .note { margin: 0; max-width: 400px; }
form { margin: 0; }
.stack { display: grid; gap: 8px; margin-top: 24px; }
.columns { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px 16px; }
.field { display: grid; gap: 4px; }
.message { min-height: 16px; }
.stack .check { margin-bottom: 12px; }
label { font-weight: 500; }
.secret { display: grid; position: relative; }
.secret input { padding-right: 64px; }
.secret button { position: absolute; right: 4px; top: 4px; min-height: 28px; padding: 0 8px; color: var(--quiet); background: none; font-size: 12px; }
.secret button:hover { color: var(--text); background: var(--hover); }
.rules { display: grid; gap: 4px; margin: -8px 0 8px; padding: 0; list-style: none; color: var(--quiet); font-size: 12px; line-height: 16px; }
.rules li { padding-left: 20px; position: relative; }
.rules li::before { content: '○'; content: '○' / 'Missing:'; position: absolute; left: 0; }
.rules li.met { color: var(--text); }
.rules li.met::before { content: '✓'; content: '✓' / 'Done:'; }
input[type='email'], input[type='password'], input[type='text'], input[type='search'], select {
  width: 100%; height: 36px; padding: 0 12px; font: inherit; color: inherit;
  background: var(--control); border: 1px solid var(--input); border-radius: 6px;
}
input[aria-invalid='true'] { border-color: var(--error-border); }
.check { display: flex; gap: 8px; align-items: center; font-weight: 400; }
.check input { width: 16px; height: 16px; margin: 0; accent-color: var(--action); }
.error { color: var(--error); }
.alert { margin: 16px 0 0; padding: 8px 12px; border-radius: 6px; color: var(--error); background: var(--error-soft); }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 36px; padding: 0 16px;
  font: inherit; font-weight: 500; color: var(--on-action); background: var(--action); text-decoration: none;
  border: 1px solid transparent; border-radius: 6px; cursor: pointer; transition: background 140ms ease-out;
}
button:hover, .button:hover { background: var(--action-hover); }
button.plain, .button.plain { color: var(--text); background: var(--card); border-color: var(--button-border); }
[data-method].button { justify-content: flex-start; gap: 12px; }
[data-method] svg { flex: none; }
[data-method] .badge { margin-left: auto; color: var(--quiet); font-weight: 400; white-space: nowrap; }
button.plain:hover, .button.plain:hover { background: var(--hover); }
button.link { min-height: 0; padding: 0; color: var(--quiet); background: none; border: 0; font-weight: 400; text-decoration: underline; text-underline-offset: 3px; }
.full { width: 100%; }
a { color: var(--link); text-underline-offset: 3px; }
a.button { color: var(--on-action); } a.button.plain { color: var(--text); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.or { display: flex; align-items: center; gap: 12px; margin: 24px 0; color: var(--quiet); font-size: 12px; }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--border); }
.choices { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
.account { width: 100%; height: auto; padding: 8px 12px; justify-content: flex-start; gap: 12px; text-align: left; }
.account > span { min-width: 0; overflow-wrap: anywhere; }
.account small { display: block; color: var(--quiet); font-size: 12px; line-height: 16px; font-weight: 400; }
.avatar { width: 32px; height: 32px; border-radius: 50%; flex: none; }
.foot { display: flex; align-items: center; justify-content: space-between; gap: 16px; margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--border); }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 24px; }
.mono { font-family: 'JetBrains Mono Variable', ui-monospace, monospace; font-variant-ligatures: none; font-size: 12px; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: 120px 1fr; gap: 8px 16px; margin: 16px 0 0; }
dl.cards { grid-template-columns: 176px 1fr; }
dt { color: var(--quiet); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.badge { display: inline-block; padding: 0 8px; border: 1px solid var(--border); border-radius: 999px; font-size: 12px; line-height: 20px; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 16px; margin-bottom: 16px; }
.top h1, .top h2 { flex: 1; }
.top h2 { margin: 0; font-size: 16px; line-height: 24px; }
.top form { display: flex; align-items: center; gap: 8px; }
.top > :empty { display: none; }
.top input[type='search'] { width: 280px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; font-variant-numeric: tabular-nums; }
th, td { height: 44px; padding: 0 16px; text-align: left; white-space: nowrap; }
th, td > div { overflow: hidden; text-overflow: ellipsis; }
td > div:has(input, select, button) { overflow: visible; }
td form:has(select) { display: flex; gap: 8px; } td select { flex: 1; min-width: 0; }
.panel :is(th, td):first-child { padding-left: 0; }
th { height: 36px; color: var(--quiet); font-size: 12px; font-weight: 500; }
tbody tr { border-top: 1px solid var(--border); position: relative; }
tbody tr:hover { background: var(--hover); }
td a.row { color: inherit; font-weight: 500; text-decoration: none; }
td a.row::after { content: ''; position: absolute; inset: 0; }
td a.row:focus-visible { outline: none; } td a.row:focus-visible::after { outline: 2px solid var(--focus); outline-offset: -2px; }
.when { width: 272px; }
.action { width: 112px; }
.later { margin-top: 32px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.subject { width: 36%; }
.empty { padding: 64px 32px; text-align: center; color: var(--quiet); }
.empty svg { display: block; margin: 0 auto 16px; }
.panel { padding: 24px; } .panel > h2:first-child { margin-top: 0; }
.tabs { display: flex; gap: 16px; margin-top: 24px; border-bottom: 1px solid var(--border); }
.tabs a { padding: 8px 0; color: var(--quiet); text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a[aria-current] { color: var(--strong); border-color: var(--action); }
.panel iframe { display: block; width: 100%; height: 75vh; margin-top: 16px; border: 1px solid var(--border); border-radius: 6px; }
.panel pre { margin: 16px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (forced-colors: active) { .tabs a[aria-current] { border-color: Highlight; } }
@media (max-width: 640px) {
  body.card { padding: 24px 16px; } body.card main { padding: 24px; } body.wide { padding: 16px; } .panel { padding: 16px; }
  dl, dl.cards { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: 12px; }
  .top h1 { flex: 1 0 100%; }
  .top form { flex-wrap: wrap; flex: auto; } .top form .quiet { flex: 1 0 100%; }
  .top input[type='search'] { flex: 1; width: auto; min-width: 0; }
  .columns { grid-template-columns: minmax(0, 1fr); }
  .actions > * { flex: auto; }
  .panel iframe { width: calc(100% + 32px); margin-inline: -16px; border-inline: 0; border-radius: 0; }
  table, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { padding: 8px 16px; } tbody tr:first-child { border-top: 0; } .panel tbody tr { padding-inline: 0; }
  td { display: grid; grid-template-columns: 76px minmax(0, 1fr); gap: 8px; height: auto; padding: 3px 0; white-space: normal; overflow-wrap: anywhere; }
  td::before { content: attr(data-label); content: attr(data-label) / ''; color: var(--quiet); font: 12px/20px var(--sans); }
  td:has(> div:empty) { display: none; }
}
@media (max-width: 400px) {
  [data-method] { position: relative; }
  [data-method] .badge { position: absolute; top: -8px; right: 8px; line-height: 14px; background: var(--card); }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
