// Placeholders while data loads.
import { Skeleton, Stack } from '@mantine/core';

/** Lines of text or fields; the widths vary, so that it reads as text. */
export const SkeletonLines = ({ lines = 4, height = 12 }: { lines?: number; height?: number }) => (
  <Stack gap="sm" aria-hidden>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton have no identity
      <Skeleton key={line} height={height} width={`${55 + ((line * 37) % 40)}%`} />
    ))}
  </Stack>
);
