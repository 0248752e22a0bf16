/** The style of the HTML report, for light and dark screens and for print. */
export const htmlStyle = `
:root { color-scheme: light dark; --line: light-dark(#d0d7de, #444c56); --soft: light-dark(#f6f8fa, #22272e);
  --bad: light-dark(#b42318, #ff7b72); --good: light-dark(#116329, #57ab5a); --mute: light-dark(#59636e, #9198a1); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; } h2 { margin-top: 2.5rem; } h3 { margin: 0 0 .5rem; font-size: 1.05rem; }
.totals { display: flex; flex-wrap: wrap; gap: .75rem; padding: 0; list-style: none; }
.totals li { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; min-width: 8rem; }
.totals strong { display: block; font-size: 1.6rem; line-height: 1.2; }
.failed { color: var(--bad); } .passed { color: var(--good); } .out { color: var(--mute); }
.failure { border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
.message { margin: .25rem 0; overflow-wrap: anywhere; }
blockquote { margin: .75rem 0; padding: .25rem 1rem; border-left: 3px solid var(--line); color: var(--mute); }
blockquote p { margin: 0; } blockquote footer { font-size: .8rem; overflow-wrap: anywhere; }
pre, code { font: 13px/1.5 ui-monospace, monospace; }
pre { background: var(--soft); border-radius: .375rem; padding: .75rem; margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.response { color: var(--mute); }
del { color: var(--good); text-decoration: none; } ins { color: var(--bad); text-decoration: none; }
summary { cursor: pointer; padding: .25rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; padding-bottom: .25rem; color: var(--mute); }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
.counts td, .counts th + th, .cases td:nth-child(n+3), .cases th:nth-child(n+3) { text-align: right; font-variant-numeric: tabular-nums; }
.cases td:first-child { white-space: nowrap; }
`;
