// Applies the user's theme; before sign-in, the colours last used in this browser.
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { primaryColors } from '#contract/lookups.ts';
import type { Theme } from '#contract/me.ts';
import { oneOf } from './parsers.ts';
import { useMeIfKnown } from './session.ts';
import { createStore } from './store.ts';
import { mantineTheme, rootSize, variables } from './theme.ts';

/** Read by public/boot.js. */
const backgroundKey = 'steward.background';

/** Chosen here and not stored by the server yet. */
export const chosenTheme = createStore<Partial<Theme>>({});

export function useTheme(): Theme {
  const me = useMeIfKnown();
  const chosen = chosenTheme.use();
  return { font_size: 'medium', primary_color: installationColor, background: lastBackground(), ...me?.theme, ...chosen };
}

export function ThemeFrame({ children }: { children: ReactNode }) {
  const theme = useTheme();
  useEffect(() => localStorage.setItem(backgroundKey, theme.background), [theme.background]);
  useEffect(() => {
    document.documentElement.style.fontSize = rootSize[theme.font_size];
  }, [theme.font_size]);
  return (
    <MantineProvider
      theme={mantineTheme(theme.primary_color)}
      cssVariablesResolver={variables}
      forceColorScheme={theme.background}
    >
      {children}
    </MantineProvider>
  );
}

const installationColor = oneOf(primaryColors)(document.documentElement.dataset.color) ?? 'blue';
const lastBackground = () => (localStorage.getItem(backgroundKey) === 'dark' ? 'dark' : 'light');
