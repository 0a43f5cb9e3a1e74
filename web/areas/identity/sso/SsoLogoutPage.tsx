// The page after signing out at the company's provider.
import { Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PublicFrame } from '#app/PublicFrame.tsx';

export const SsoLogoutPage = () => (
  <PublicFrame>
    <Title order={1}>You are signed out</Title>
    <Text mt="md">You are signed out here and at your company’s sign-in provider.</Text>
    <Button mt="lg" renderRoot={(props) => <Link to="/login" {...props} />}>
      Sign in again
    </Button>
  </PublicFrame>
);
