import { useEffect, useRef, useState } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CARD_FIELDS_DEADLINE_MS, CardEntryError, type CardFieldsProps } from './card-entry-handle';
import { readFrameMessage, SUBMIT_MESSAGE, type FrameMessage } from './frame-messages';

/** Before the frame reports its own height. */
const FIRST_HEIGHT_PX = 260;
const HEIGHT_MAX_PX = 1_200;

interface SimulatorFieldsProps extends CardFieldsProps {
  readonly origin: string;
}

/** Test mode: the card fields of the simulated processor, in a frame from its own origin. */
export function SimulatorFields({ origin, onReady, onFailed }: SimulatorFieldsProps) {
  const { t, i18n } = useTranslation();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(FIRST_HEIGHT_PX);
  // A new address would clear the typed text.
  const [address] = useState(() => {
    const query = new URLSearchParams({ lang: i18n.language, scheme });
    return `${origin}/card-frame?${query.toString()}`;
  });
  useEffect(() => {
    const request = new TokenRequest();
    const late = setTimeout(onFailed, CARD_FIELDS_DEADLINE_MS);
    const submit = () =>
      request.begin(() => frame.current?.contentWindow?.postMessage(SUBMIT_MESSAGE, origin));
    const handlers: Handlers = {
      'flip-card-ready': () => {
        clearTimeout(late);
        onReady({ submit });
      },
      'flip-card-token': ({ token }) => {
        request.resolve(token);
      },
      'flip-card-error': () => {
        // The frame shows the message next to the field, which has the focus.
        request.reject(new CardEntryError('incomplete'));
      },
      'flip-card-height': ({ height: wanted }) => {
        setHeight(Math.min(Math.ceil(wanted), HEIGHT_MAX_PX));
      },
    };
    const onMessage = (event: MessageEvent<unknown>) => {
      const message = readFrameMessage(event, { frame: frame.current?.contentWindow ?? null, origin });
      if (message) handlers[message.type](message as never);
    };
    window.addEventListener('message', onMessage);
    return () => {
      clearTimeout(late);
      window.removeEventListener('message', onMessage);
    };
  }, [origin, onReady, onFailed]);
  return <iframe ref={frame} src={address} title={t('cards.entry.title')} height={height} />;
}

type Handlers = {
  readonly [Type in FrameMessage['type']]: (message: Extract<FrameMessage, { type: Type }>) => void;
};

/** A token requested from the frame, until it responds or the deadline passes. */
class TokenRequest {
  resolve: (token: string) => void = () => undefined;
  reject: (error: CardEntryError) => void = () => undefined;

  begin(send: () => void): Promise<string> {
    this.reject(new CardEntryError('incomplete'));
    const token = new Promise<string>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    const deadline = setTimeout(() => {
      this.reject(new CardEntryError('unavailable'));
    }, CARD_FIELDS_DEADLINE_MS);
    send();
    return token.finally(() => {
      clearTimeout(deadline);
    });
  }
}
