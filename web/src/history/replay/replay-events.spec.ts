import { readFileSync } from 'node:fs';
import { interfaceTexts } from '../../../../test/web/text-files';

/** The streams whose events no replay has. */
const OTHER =
  /^(Rule|Card|Customer|Email(Claimed|Released)|Identity|HistoryReplayed|PersonalData|SendersSearched|ExportMade|BacktestStarted|KeyRotated|Recipient|Stray|.*NoticeReceived|ProviderEvent)/;

describe('the events of a replay', () => {
  it('have names in words in both languages', () => {
    const catalog = readFileSync('docs/events.md', 'utf8');
    const types = [...catalog.matchAll(/^- \*\*(\w+)\*\*/gm)].flatMap(([, type]) => type ?? []);
    const shown = types.filter((type) => !OTHER.test(type));
    expect(shown.length).toBeGreaterThan(60);
    for (const texts of [interfaceTexts('en'), interfaceTexts('es')])
      expect(shown.filter((type) => !texts.has(`replay.eventNames.${type}`))).toEqual([]);
  });
});
