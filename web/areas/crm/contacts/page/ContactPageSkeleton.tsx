// The page's shape while the contact comes.
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ContactPage.module.css';

export const ContactPageSkeleton = () => (
  <>
    <div className={classes.summary} role="status">
      <VisuallyHidden component="h1">Loading the contact</VisuallyHidden>
      <Skeleton height={14} width="30%" mt="0.6rem" />
      <Stack gap="xs">
        <Skeleton height={24} width="70%" />
        <Skeleton height={12} width="45%" />
      </Stack>
      <Skeleton height={20} width="35%" />
      <SkeletonLines lines={4} height={14} />
      <Skeleton height={34} width="90%" />
      <SkeletonLines lines={3} height={14} />
    </div>
    <div className={classes.panel} aria-hidden>
      <Skeleton height={16} width="40%" mt="0.8rem" mb="2rem" />
      <Skeleton height={56} mb="2rem" />
      <SkeletonLines lines={7} height={16} />
    </div>
  </>
);
