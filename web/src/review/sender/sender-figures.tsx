import { useTranslation } from 'react-i18next';
import type { FoundSender } from '@kernel/staff/find';
import { formatNumber } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { CaseLinks } from '../case/case-links';
import { Fact } from '../frame/facts';

/** What a sender did in thirty days, and their cases, as pairs of a list. */
export function SenderFigures({
  sender: { requested30Days, transfers30Days, cases },
}: {
  readonly sender: Pick<FoundSender, 'requested30Days' | 'transfers30Days' | 'cases'>;
}) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Fact name={t('compliance.requested30')}>
        <Amount value={requested30Days} />
      </Fact>
      <Fact name={t('find.transfers30')}>{formatNumber(transfers30Days, i18n.language)}</Fact>
      <Fact name={t('find.cases')}>
        {cases.length === 0 ? t('find.noCases') : <CaseLinks cases={cases} />}
      </Fact>
    </>
  );
}
