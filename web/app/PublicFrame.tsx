// The frame of public pages: the logo, the page, and links.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BrandMark } from '../ui/BrandMark.tsx';
import classes from './PublicFrame.module.css';
import { hasSession, productName } from './session.ts';

export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.top}>
        <BrandMark />
        <span className={classes.name}>{productName()}</span>
        {hasSession() ? <Anchor href="/">Go to your contacts</Anchor> : <Anchor renderRoot={toLogin}>Sign in</Anchor>}
      </header>
      <main className={classes.page}>{children}</main>
      <PublicFooter />
    </div>
  );
}

export const PublicFooter = () => (
  <footer className={classes.footer}>
    <Anchor renderRoot={(props) => <Link to="/terms-of-use" {...props} />}>Terms of use</Anchor>
    <Anchor renderRoot={(props) => <Link to="/privacy-policy" {...props} />}>Privacy policy</Anchor>
    <Anchor renderRoot={(props) => <Link to="/contact-us" {...props} />}>Contact us</Anchor>
  </footer>
);

const toLogin = (props: object) => <Link to="/login" {...props} />;
