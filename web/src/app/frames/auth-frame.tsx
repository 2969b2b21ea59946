import { lazy, Suspense } from 'react';
import { Box, Flex, Stack } from '@mantine/core';
import { Outlet, useLocation } from 'react-router-dom';
import { Brand } from '../../ui/parts/brand';
import { Footer } from './footer';
import { MAIN_ID } from './skip-link';

/** The examples are in their own chunk: the form does not wait for them. */
const PriceExample = lazy(async () => ({ default: (await import('./auth-example')).PriceExample }));
const StepsExample = lazy(async () => ({ default: (await import('./auth-example')).StepsExample }));

const HALF = { flex: { base: 'none', sm: '1 1 0' }, miw: 0, px: { base: 'var(--gutter)', md: 80 } } as const;

/** The frame of the sign-in and sign-up screens: the form on the left, what to expect on the right. */
export function AuthFrame() {
  const Example = useLocation().pathname === '/signup' ? PriceExample : StepsExample;
  return (
    <Stack gap={0} flex={1} miw={0}>
      <Flex className="auth" direction={{ base: 'column', sm: 'row' }} flex={1}>
        <Box {...HALF} pt={{ base: 8, sm: 24 }} pb={{ base: 32, sm: 48 }}>
          <header>
            <Brand to="/" />
          </header>
          <Box
            component="main"
            maw={{ base: 'none', sm: 'var(--form)' }}
            mt="var(--pad)"
            id={MAIN_ID}
            tabIndex={-1}
          >
            <Outlet />
          </Box>
        </Box>
        {/* Its heading is level with the form's. */}
        <Box
          className="auth-aside"
          {...HALF}
          pt={{ base: 32, sm: 92 }}
          pb={{ base: 32, sm: 48 }}
          bg="var(--accent-soft)"
        >
          <Suspense>
            <Example />
          </Suspense>
        </Box>
      </Flex>
      <Footer maw="none" px={HALF.px} />
    </Stack>
  );
}
