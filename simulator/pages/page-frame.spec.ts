import { runInNewContext } from 'node:vm';
import { localTimesScript, timeTag } from './page-frame.js';

const NOON = '2026-11-21T12:00:00.000Z';
/** ICU separates the time and its half of the day by a narrow space. */
const plain = (text: string) => text.replaceAll('\u202f', ' ');

describe('a time on a page of the simulator', () => {
  it('is labeled UTC in every time zone of the server', () => {
    expect(plain(timeTag(NOON, 'en').text)).toBe(
      `<time datetime="${NOON}">Nov 21, 2026, 12:00 PM UTC</time>`,
    );
  });

  it("is converted by the script to the reader's time zone", () => {
    const time = { dateTime: NOON, textContent: '', dataset: {} };
    const newYork = class extends Intl.DateTimeFormat {
      constructor(locale: string, options: Intl.DateTimeFormatOptions) {
        super(locale, { ...options, timeZone: 'America/New_York' });
      }
    };
    runInNewContext(localTimesScript, {
      document: {
        documentElement: { lang: 'en' },
        querySelectorAll: () => [time],
        getElementById: () => null,
      },
      MutationObserver: class {
        readonly observe = () => undefined;
      },
      Intl: { DateTimeFormat: newYork },
    });
    expect(plain(time.textContent)).toBe('Nov 21, 2026, 7:00 AM');
  });
});
