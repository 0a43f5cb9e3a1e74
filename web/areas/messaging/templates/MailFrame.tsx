// A mail's HTML in a frame that runs nothing.
import classes from './MailPreview.module.css';

type View = 'desktop' | 'phone' | 'dark';

export const MailFrame = ({ html, view = 'desktop' }: { html: string; view?: View }) => (
  <div className={classes.frame} data-view={view}>
    <iframe title="The mail" className={classes.mail} data-view={view} sandbox={sandbox} srcDoc={inFrame(html, view)} />
  </div>
);

/** It runs no script and cannot reach this page; its links open as in a mail program. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
const inFrame = (html: string, view: View) =>
  html.replace(
    '<head>',
    `<head><base target="_blank"><style>:root{color-scheme:${view === 'dark' ? 'dark' : 'light'}!important}</style>`,
  );
