import { useTranslation } from 'react-i18next';
import type { SenderActivity } from '@kernel/staff/sender-activity';
import type { SenderStanding } from '@kernel/staff/standing';
import { formatDay } from '../../lib/format';
import { Card } from '../../ui/parts/card';
import { CopyableId } from '../../ui/parts/copyable-id';
import { Revealable } from '../reveal/reveal-button';
import { StateBadge } from './standing-card';

interface IdentityCardProps {
  readonly standing: SenderStanding;
  readonly activity: Pick<SenderActivity, 'hasSecondFactor' | 'reason'>;
}

/** Who a sender is, masked, and whether they may sign in and send. */
export function IdentityCard({ standing, activity: { hasSecondFactor, reason } }: IdentityCardProps) {
  const { t, i18n } = useTranslation();
  const { uid, displayName, email, since, pauses, suspension, closedAt, erasedAt } = standing;
  const ended = erasedAt === null ? closedAt && 'closed' : 'erased';
  const shown = { subject: uid, reason, compact: true };
  const rows = [
    [t('standing.fields.name'), <Revealable key="name" masked={displayName} field="name" {...shown} />],
    [t('standing.fields.email'), <Revealable key="email" masked={email} field="email" {...shown} />],
    [
      t('standing.senderId'),
      <CopyableId key="id" id={uid} label={t('standing.copyId')} copied={t('standing.copied')} />,
    ],
    [t('find.since'), formatDay(since, i18n.language)],
    [t('activity.secondFactor'), t(hasSecondFactor ? 'activity.on' : 'activity.off')],
    [
      t('standing.account'),
      <StateBadge
        key="account"
        closed={ended !== null || suspension !== null}
        text={ended ?? (suspension ? 'suspended' : 'open')}
      />,
    ],
    [
      t('standing.sending'),
      ended === null && (
        <StateBadge key="sending" closed={pauses.length > 0} text={pauses.length > 0 ? 'paused' : 'sends'} />
      ),
    ],
  ] as const;
  return (
    <Card title={t('activity.identity')}>
      <dl className="pairs">
        {rows.map(
          ([name, value]) =>
            value !== false && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}
