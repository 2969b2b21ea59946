import { useEffect, useRef } from 'react';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useTranslation } from 'react-i18next';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { Box } from '@mantine/core';
import { CARD_FIELDS_DEADLINE_MS, CardEntryError, type CardFieldsProps } from './card-entry-handle';

interface StripeFieldsProps extends CardFieldsProps {
  readonly publishableKey: string;
}

/** Stripe's own card field, in its frame; its script is loaded only where Stripe is configured. */
export function StripeFields({ publishableKey, onReady, onFailed }: StripeFieldsProps) {
  const { i18n } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const locale = i18n.language === 'es' ? 'es-419' : 'en';
  useEffect(() => {
    let card: StripeCardElement | undefined;
    let isGone = false;
    const late = setTimeout(onFailed, CARD_FIELDS_DEADLINE_MS);
    loadStripe(publishableKey, { locale }).then(
      (stripe) => {
        if (isGone || !stripe || !place.current) return;
        const mounted = stripe.elements({ locale }).create('card', { style: styleOf(place.current) });
        mounted.mount(place.current);
        mounted.on('ready', () => {
          clearTimeout(late);
          onReady({ submit: () => tokenOf(stripe, mounted) });
        });
        card = mounted;
      },
      () => {
        if (!isGone) onFailed();
      },
    );
    return () => {
      isGone = true;
      clearTimeout(late);
      card?.destroy();
    };
  }, [publishableKey, locale, onReady, onFailed]);
  return <Box p="var(--s-24) var(--s-16)" ref={place} />;
}

async function tokenOf(stripe: Stripe, card: StripeCardElement): Promise<string> {
  const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card });
  if (error) throw new CardEntryError('incomplete', error.message);
  return paymentMethod.id;
}

/** The frame cannot read the page's style sheet. */
function styleOf(place: HTMLElement) {
  const { color, fontFamily } = getComputedStyle(place);
  return { base: { color, fontFamily, fontSize: '16px', '::placeholder': { color: '#8f8c84' } } };
}
