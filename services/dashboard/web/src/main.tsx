import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cspNonce } from './csp-nonce';
import { router } from './router';
import { queryClient } from './server/query-client';
import { readableColors, theme } from './theme';
import classes from './theme.module.css';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no element with the id "root".');

createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColors}
      defaultColorScheme="auto"
      getStyleNonce={() => cspNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" className={classes['messages'] ?? ''} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
