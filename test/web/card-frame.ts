import { act, screen } from '@testing-library/react';
import { config } from './rendered-app';

/** The frame with the card fields, once it is on the screen. */
export async function cardFrame(): Promise<HTMLIFrameElement> {
  return screen.findByTitle('Secure card fields');
}

/** What the frame tells the page; from another origin it must not count. */
export async function frameSays(data: object, origin = config.cardEntry?.frameOrigin ?? ''): Promise<void> {
  const source = (await cardFrame()).contentWindow;
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
  });
}

/** The fields are there, and answer every request for a token like this. */
export async function frameAnswers(answer: object): Promise<void> {
  const { contentWindow } = await cardFrame();
  if (!contentWindow) throw new Error('The frame is not on the screen');
  contentWindow.postMessage = (_message: unknown, target: unknown) => {
    if (target !== config.cardEntry?.frameOrigin) return;
    setTimeout(() => void frameSays(answer));
  };
  await frameSays({ type: 'flip-card-ready' });
}
