/** Messages of the simulator's card frame to the page that contains it. */
export type FrameMessage =
  | { readonly type: 'flip-card-ready' }
  | { readonly type: 'flip-card-token'; readonly token: string }
  | { readonly type: 'flip-card-error'; readonly message: string }
  | { readonly type: 'flip-card-height'; readonly height: number };

/** Asks the frame for a token. */
export const SUBMIT_MESSAGE = { type: 'flip-card-submit' } as const;

const TEXT_MAX_LENGTH = 300;

/** The message of the frame in `frame`, served from `origin`; null for any other message. */
export function readFrameMessage(
  { data, origin: sender, source }: Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>,
  { frame, origin }: { readonly frame: Window | null; readonly origin: string },
): FrameMessage | null {
  if (sender !== origin || source !== frame || typeof data !== 'object' || data === null) return null;
  const message = data as Readonly<Record<string, unknown>>;
  const { type } = message;
  return typeof type === 'string' && Object.hasOwn(READERS, type) ? (READERS[type]?.(message) ?? null) : null;
}

/** Each message as it arrives, when it has what belongs to it. */
const READERS: Readonly<Record<string, (message: Readonly<Record<string, unknown>>) => FrameMessage | null>> =
  {
    'flip-card-ready': () => ({ type: 'flip-card-ready' }),
    'flip-card-token': ({ token }) => (isText(token) ? { type: 'flip-card-token', token } : null),
    'flip-card-error': ({ message }) => (isText(message) ? { type: 'flip-card-error', message } : null),
    'flip-card-height': ({ height }) =>
      typeof height === 'number' && height > 0 ? { type: 'flip-card-height', height } : null,
  };

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_MAX_LENGTH;
}
