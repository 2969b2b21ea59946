import { useTranslation } from 'react-i18next';
import type { FoundSender } from '@kernel/staff/find';
import { formatNumber } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { CaseLinks } from '../case/case-links';

/** What a sender did in thirty days, and their cases, as pairs of a list. */
export function SenderFigures({
  sender: { requested30Days, transfers30Days, cases },
}: {
  readonly sender: Pick<FoundSender, 'requested30Days' | 'transfers30Days' | 'cases'>;
}) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <div>
        <dt>{t('compliance.requested30')}</dt>
        <dd>
          <Amount value={requested30Days} />
        </dd>
      </div>
      <div>
        <dt>{t('find.transfers30')}</dt>
        <dd>{formatNumber(transfers30Days, i18n.language)}</dd>
      </div>
      <div>
        <dt>{t('find.cases')}</dt>
        <dd>{cases.length === 0 ? t('find.noCases') : <CaseLinks cases={cases} />}</dd>
      </div>
    </>
  );
}
