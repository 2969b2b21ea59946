import { createContext, use, type ReactNode } from 'react';
import useSWR from 'swr';
import type { PublicConfig } from '@kernel/accounts';
import { getJson } from '../lib/api';
import { keys } from '../lib/keys';

const Context = createContext<PublicConfig | undefined>(undefined);

/** Reads once what this deployment offers. */
export function ConfigProvider({ children }: { readonly children: ReactNode }) {
  const { data } = useSWR<PublicConfig>(keys.config, () => getJson<PublicConfig>('/config'), {
    revalidateOnFocus: false,
  });
  return <Context value={data}>{children}</Context>;
}

/** What this deployment offers; undefined until it is known. */
export function useConfig(): PublicConfig | undefined {
  return use(Context);
}
