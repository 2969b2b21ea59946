import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseDetail } from '@kernel/compliance';
import { formatMoment, formatMoney } from '../lib/format';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { replayPath, senderAtPath } from './access-reason';

/** The way from a case to the history of its sender and of its transfers, with the case as the reason. */
export function ReplayCard({ detail: { id, uid, attempts } }: { readonly detail: CaseDetail }) {
  const { t, i18n } = useTranslation();
  const reason = `case:${id}`;
  const transfers = attempts.filter(({ refused }) => refused === null);
  return (
    <Card title={t('compliance.replay')}>
      <div className="stack-16">
        <p className="muted t14">{t('compliance.replayRecorded')}</p>
        <ButtonLink size="sm" icon="eye" to={replayPath(`senders/${uid}`, reason)}>
          {t('compliance.replayOpen')}
        </ButtonLink>
        <ButtonLink size="sm" icon="clock" to={senderAtPath(uid, reason)}>
          {t('senderAt.open')}
        </ButtonLink>
        {transfers.length > 0 && (
          <div className="t14">
            <h3 className="t14 muted regular">{t('replay.ofCase')}</h3>
            <ul className="replay-links">
              {transfers.map(({ transferId, amount, at }) => (
                <li key={transferId}>
                  <Link className="link" to={replayPath(`transfers/${transferId}`, reason)}>
                    {formatMoney(amount, i18n.language)}, {formatMoment(at, i18n.language)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
  );
}
