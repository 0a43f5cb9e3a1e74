// The pages behind the link at the foot of a mail: plain HTML, readable on any device, in light and dark, without scripts.
import { escaped } from '#contract/kit/mergeFields.ts';

interface About {
  company: string;
  address: string;
}

type Scope = 'marketing' | 'all';

/** The page names a refusal that exists, and does not offer it again. */
export const preferencePage = ({ company, address, refused, action }: About & { refused: Scope | null; action: string }) =>
  page(
    'Your e-mails',
    refused === 'all'
      ? `${stopped({ company, address, scope: 'all' })}${changedMind}`
      : refused === 'marketing'
        ? `${stopped({ company, address, scope: 'marketing' })}
<p>You still get mails about what you have with ${escaped(company)}.</p>
${choice(action, 'all')}${changedMind}`
        : `<p>${escaped(company)} writes to <b>${escaped(address)}</b>. Choose what you no longer want to get.</p>
${choice(action, 'marketing', `You still get mails about what you have with ${escaped(company)}.`)}
${choice(action, 'all')}`,
  );

export const refusedPage = (about: About & { scope: Scope }) =>
  page('Done', `${stopped(about)}<p class="quiet">This took effect at once. You can close this page.</p>`);

const stopped = ({ company, address, scope }: About & { scope: Scope }) =>
  `<p>${escaped(company)} sends ${scope === 'all' ? 'no more e-mails' : 'no more offers and news'} to <b>${escaped(address)}</b>.</p>
`;

const changedMind = '<p class="quiet">To get them again, answer one of the mails and ask for them.</p>';

const choice = (action: string, scope: Scope, quiet = '') => `<form method="post" action="${escaped(action)}">
<input type="hidden" name="scope" value="${scope}">
<button${scope === 'all' ? ' class="plain"' : ''}>${scope === 'all' ? 'No more e-mails at all' : 'No more offers and news'}</button>
${quiet && `<p class="quiet">${quiet}</p>`}</form>`;

export const unknownPage = () =>
  page(
    'This link does not work',
    '<p>It is not complete. Open it from the mail again, or answer the mail and ask for no more.</p>',
  );

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>
:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;background:light-dark(#fff,#16181b);color:light-dark(#1a1b1e,#e6e7e9)}
main{max-width:34rem;margin:0 auto;padding:3rem 1.25rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 1rem}
form{margin:1.5rem 0}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem;border-radius:.4rem;border:1px solid transparent;background:#1063c2;color:#fff;cursor:pointer}
button.plain{background:none;color:inherit;border-color:light-dark(#6b7280,#9ca3af)}
button:focus-visible{outline:3px solid light-dark(#1063c2,#8ec2ff);outline-offset:2px}
.quiet{color:light-dark(#4b5563,#b3b8c0);font-size:.9rem;margin:.5rem 0 0}
</style>
</head>
<body><main><h1>${escaped(title)}</h1>
${body}
</main></body>
</html>
`;
