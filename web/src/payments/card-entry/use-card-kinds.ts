import { useConfig } from '../../accounts/use-config';

/** Which cards this deployment takes. */
export function useCardKinds(): { readonly isDebitOnly: boolean } {
  return { isDebitOnly: !(useConfig()?.acceptedFunding.includes('credit') ?? false) };
}
