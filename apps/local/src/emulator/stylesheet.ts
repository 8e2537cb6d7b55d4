/** The stylesheet of all emulators' pages, light or dark by the system preference. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --page: oklch(97.6% 0.004 260); --card: oklch(100% 0 0); --sunken: oklch(98.4% 0.003 260);
  --border: oklch(90.5% 0.008 260); --input: oklch(64% 0.02 260);
  --text: oklch(24% 0.02 260); --quiet: oklch(48% 0.02 260);
  --action: oklch(50% 0.17 262); --action-hover: oklch(45% 0.17 262); --on-action: oklch(99% 0 0);
  --bad: oklch(50% 0.18 25); --bad-soft: oklch(96.5% 0.018 25); --good: oklch(46% 0.12 152); --good-soft: oklch(96% 0.03 152);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: oklch(17.5% 0.012 260); --card: oklch(22% 0.014 260); --sunken: oklch(19.5% 0.013 260);
    --border: oklch(31% 0.016 260); --input: oklch(54% 0.02 260);
    --text: oklch(94% 0.006 260); --quiet: oklch(74% 0.015 260);
    --action: oklch(74% 0.12 262); --action-hover: oklch(79% 0.11 262); --on-action: oklch(18% 0.03 262);
    --bad: oklch(77% 0.12 25); --bad-soft: oklch(28% 0.05 25); --good: oklch(78% 0.12 152); --good-soft: oklch(27% 0.04 152);
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; background: var(--page); color: var(--text);
  font: 14px/20px Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif;
}
body.card { display: grid; align-content: center; justify-items: center; gap: 16px; padding: 32px 16px; }
body.wide { max-width: 1120px; margin: 0 auto; padding: 32px; }
main { background: var(--card); border: 1px solid var(--border); border-radius: 10px; }
body.card main { width: 100%; max-width: 400px; padding: 32px; }
body.card main.roomy { max-width: 560px; }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; }
h2 { margin: 24px 0 8px; font-size: 14px; font-weight: 600; }
.stack h2 { margin: 0; }
h2 + dl { margin-top: 0; }
p { margin: 8px 0 0; overflow-wrap: anywhere; }
.quiet, .note, .hint { color: var(--quiet); }
.note, .hint { font-size: 12px; line-height: 16px; }
.note { margin: 16px 0 0; text-align: center; text-wrap: balance; }
body.card .note { margin: 0; max-width: 400px; }
form { margin: 0; }
.stack { display: grid; gap: 16px; margin-top: 24px; }
.field { display: grid; gap: 4px; }
label { font-weight: 500; }
input[type='email'], input[type='password'], input[type='text'], input[type='search'], select {
  width: 100%; height: 36px; padding: 0 12px; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--input); border-radius: 6px;
}
input[aria-invalid='true'] { border-color: var(--bad); }
.check { display: flex; gap: 8px; align-items: center; font-weight: 400; }
.check input { width: 16px; height: 16px; margin: 0; accent-color: var(--action); }
.error { color: var(--bad); font-size: 12px; line-height: 16px; }
.alert { margin: 16px 0 0; padding: 8px 12px; border-radius: 6px; color: var(--bad); background: var(--bad-soft); }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 36px; padding: 0 16px;
  font: inherit; font-weight: 500; color: var(--on-action); background: var(--action); text-decoration: none;
  border: 1px solid transparent; border-radius: 6px; cursor: pointer; transition: background 140ms ease-out;
}
button:hover, .button:hover { background: var(--action-hover); }
button.plain, .button.plain { color: var(--text); background: var(--card); border-color: var(--border); }
button.plain:hover, .button.plain:hover { background: var(--sunken); }
button.link { min-height: 0; padding: 0; color: var(--quiet); background: none; border: 0; font-weight: 400; text-decoration: underline; text-underline-offset: 3px; }
.full { width: 100%; }
a { color: var(--action); text-underline-offset: 3px; }
a.button { color: var(--on-action); } a.button.plain { color: var(--text); }
:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }
.or { display: flex; align-items: center; gap: 12px; margin: 24px 0; color: var(--quiet); font-size: 12px; }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--border); }
.choices { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
.account { width: 100%; height: auto; padding: 8px 12px; justify-content: flex-start; gap: 12px; text-align: left; }
.account > span { min-width: 0; overflow-wrap: anywhere; }
.account small { display: block; color: var(--quiet); font-size: 12px; line-height: 16px; font-weight: 400; }
.avatar { width: 32px; height: 32px; border-radius: 50%; flex: none; }
.foot { display: flex; justify-content: space-between; gap: 16px; margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--border); }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 24px; }
.mono { font-family: 'JetBrains Mono', ui-monospace, 'Liberation Mono', monospace; font-size: 12px; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: 120px 1fr; gap: 8px 16px; margin: 16px 0 0; }
dl.cards { grid-template-columns: 176px 1fr; }
dt { color: var(--quiet); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.badge { display: inline-block; padding: 0 8px; border: 1px solid var(--border); border-radius: 999px; font-size: 12px; line-height: 20px; }
.badge.good { color: var(--good); background: var(--good-soft); border-color: transparent; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 16px; margin-bottom: 16px; }
.top h1, .top h2 { flex: 1; }
.top h2 { margin: 0; font-size: 16px; line-height: 24px; }
.top form { display: flex; align-items: center; gap: 8px; }
.top input[type='search'] { width: 280px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; font-variant-numeric: tabular-nums; }
th, td { height: 44px; padding: 0 16px; text-align: left; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
th { height: 36px; color: var(--quiet); font-size: 12px; font-weight: 500; }
tbody tr { border-top: 1px solid var(--border); position: relative; }
tbody tr:hover { background: var(--sunken); }
td a.row { color: inherit; font-weight: 500; text-decoration: none; }
td a.row::after { content: ''; position: absolute; inset: 0; }
td a.row:focus-visible { outline: none; } td a.row:focus-visible::after { outline: 2px solid var(--action); outline-offset: -2px; }
.when { width: 216px; }
.action { width: 112px; }
.later { margin-top: 32px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.subject { width: 36%; }
.empty { padding: 64px 32px; text-align: center; color: var(--quiet); }
.empty svg { display: block; margin: 0 auto 16px; }
.panel { padding: 24px; } .panel > h2:first-child { margin-top: 0; }
.tabs { display: flex; gap: 16px; margin-top: 24px; border-bottom: 1px solid var(--border); }
.tabs a { padding: 8px 0; color: var(--quiet); text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a[aria-current] { color: var(--text); border-color: var(--action); }
.panel iframe { display: block; width: 100%; height: 60vh; margin-top: 16px; border: 1px solid var(--border); border-radius: 6px; background: #fff; }
.panel pre { margin: 16px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
