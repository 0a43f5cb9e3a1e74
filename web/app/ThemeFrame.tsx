// Applies the user's theme; before sign-in, the colours last used in this browser.
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { backgrounds, fontSizes, primaryColors } from '#contract/lookups.ts';
import type { Theme } from '#contract/users.ts';
import { oneOf, type Read } from './reading.ts';
import { useMeIfKnown } from './session.ts';
import { useStored } from './stored.ts';
import { mantineTheme, rootSize, variables } from './theme.ts';

const localTheme: Read<{ [Part in keyof Theme]?: Theme[Part] | undefined }> = (said) => {
  const { font_size, primary_color, background } = (said ?? {}) as Record<string, unknown>;
  return {
    font_size: oneOf(fontSizes)(font_size),
    primary_color: oneOf(primaryColors)(primary_color),
    background: oneOf(backgrounds)(background),
  };
};
/** Read by public/boot.js. */
const backgroundKey = 'steward.background';

/** The current theme and how to change it. A choice made here stays in this browser and overrides the profile's. */
export function useTheme(): [Theme, (change: Partial<Theme>) => void] {
  const me = useMeIfKnown();
  const [local, setLocal] = useStored('theme', localTheme, {});
  const before: Theme = me?.theme ?? { font_size: 'medium', primary_color: installationColor, background: lastBackground() };
  const theme: Theme = {
    font_size: local.font_size ?? before.font_size,
    primary_color: local.primary_color ?? before.primary_color,
    background: local.background ?? before.background,
  };
  return [theme, (change) => setLocal({ ...local, ...change })];
}

export function ThemeFrame({ children }: { children: ReactNode }) {
  const [theme] = useTheme();
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
