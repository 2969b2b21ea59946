import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import useSWR from 'swr';
import type { PublicConfig } from '@kernel/people/accounts';
import { getJson } from '../lib/api/api';
import { keyOf } from '../lib/api/reads';

/** The first screen waits this long for the configuration, because a later response would move it. */
const FIRST_WAIT_MS = 2_000;

interface ConfigContext {
  readonly config: PublicConfig | undefined;
  readonly settled: boolean;
}

const Context = createContext<ConfigContext>({ config: undefined, settled: false });

/** Loads what this deployment offers. */
export function ConfigProvider({ children }: { readonly children: ReactNode }) {
  const { data, error } = useSWR<PublicConfig, unknown>(
    keyOf('/config'),
    () => getJson('/config', { plain: true }),
    {
      revalidateOnFocus: false,
    },
  );
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setWaited(true);
    }, FIRST_WAIT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  const settled = waited || data !== undefined || error !== undefined;
  const value = useMemo(() => ({ config: data, settled }), [data, settled]);
  return <Context value={value}>{children}</Context>;
}

/** What this deployment offers; undefined until it is known. */
export function useConfig(): PublicConfig | undefined {
  return use(Context).config;
}

/** False while waiting for the configuration is still worth it. */
export function useConfigSettled(): boolean {
  return use(Context).settled;
}
