// Background, text size and accent: each choice applies at once, on all devices of the user.
import { ColorSwatch, Group, SegmentedControl } from '@mantine/core';
import { backgrounds, fontSizes, primaryColors } from '#contract/lookups.ts';
import type { Theme } from '#contract/me.ts';
import { updateTheme } from '#contract/profile.ts';
import { accents } from './accents.ts';
import { useSend } from './queries.ts';
import { keepMe } from './session.ts';
import classes from './ThemeChoices.module.css';
import { chosenTheme, useTheme } from './ThemeFrame.tsx';

export function ThemeChoices() {
  const theme = useTheme();
  const change = useThemeChange();
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Colours"
        data={backgrounds.map((value) => ({ value, label: titleCase(value) }))}
        value={theme.background}
        onChange={(background) => change({ background })}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Text size"
        data={fontSizes.map((value) => ({ value, label: titleCase(value) }))}
        value={theme.font_size}
        onChange={(font_size) => change({ font_size })}
      />
      <Group gap="xs" role="group" aria-label="Accent">
        {primaryColors.map((color) => (
          <ColorSwatch
            key={color}
            component="button"
            type="button"
            size="1.5rem"
            color={accents[color][7]}
            withShadow={false}
            className={classes.swatch}
            aria-label={color}
            aria-pressed={theme.primary_color === color}
            onClick={() => change({ primary_color: color })}
          />
        ))}
      </Group>
    </>
  );
}

/** Shows a choice until the server has stored the last one; a refused choice is taken back. */
function useThemeChange() {
  const { mutateAsync } = useSend(updateTheme, { onDone: keepMe });
  return (change: Partial<Theme>) => {
    const chosen = { ...chosenTheme.get(), ...change };
    chosenTheme.set(chosen);
    void mutateAsync({ body: chosen })
      .catch(() => {}) // the notice has said it
      .finally(() => chosenTheme.get() === chosen && chosenTheme.set({}));
  };
}

const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
