import '@mantine/core/styles.css';
import '../ui/font.css';
import '../ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from './focus.ts';
import { onSessionLost, onStepMissing, queryClient } from './queries.ts';
import { router } from './router.tsx';
import { askWhoIAm, followOtherTabs, loseSession } from './session.ts';
import { ThemeFrame } from './ThemeFrame.tsx';

onSessionLost(loseSession);
onStepMissing(() => void askWhoIAm());
followOtherTabs();
keepFocus();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ThemeFrame>
        <RouterProvider router={router} />
      </ThemeFrame>
    </QueryClientProvider>
  </StrictMode>,
);
