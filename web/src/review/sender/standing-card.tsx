import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { caseNumberOf } from '@kernel/staff/compliance';
import type { LiftRequest, SenderStanding, SendingPause } from '@kernel/staff/standing';
import { useMe } from '../../accounts/use-session';
import { formatMoment } from '../../lib/format';
import { Badge } from '../../ui/feedback/badge';
import { Card } from '../../ui/parts/card';
import { Notice } from '../../ui/feedback/notice';
import { Moment } from '../case/case-facts';
import { StandingActButton } from './standing-act';

interface StandingProps {
  readonly standing: SenderStanding;
}

/** Whether a sender may send, why not, and what a lead can do about it. */
export function SendingCard({ standing }: StandingProps) {
  const { t } = useTranslation();
  const { uid, pauses, resumeRequest } = standing;
  const isPaused = pauses.length > 0;
  return (
    <Card
      title={t('standing.sending')}
      aside={<StateBadge closed={isPaused} text={isPaused ? 'paused' : 'sends'} />}
    >
      <div className="stack-16">
        {!isPaused && <p className="muted t14">{t('standing.noPause')}</p>}
        {pauses.length > 0 && (
          <ul className="standing-causes">
            {pauses.map((pause) => (
              <Cause key={`${pause.cause} ${pause.since}`} pause={pause} />
            ))}
          </ul>
        )}
        {resumeRequest && <Waiting request={resumeRequest} of="resume" />}
        <Acts request={resumeRequest}>
          {(agrees) => (
            <>
              {isPaused && <StandingActButton uid={uid} act="resume" agrees={agrees} />}
              {!pauses.some(({ cause }) => cause === 'lead') && <StandingActButton uid={uid} act="pause" />}
            </>
          )}
        </Acts>
      </div>
    </Card>
  );
}

/** Whether a sender may sign in, why not, and what a lead can do about it. */
export function AccountCard({ standing }: StandingProps) {
  const { t } = useTranslation();
  const { uid, suspension, reinstatementRequest } = standing;
  const isOperations = suspension?.cause === 'operations';
  return (
    <Card
      title={t('standing.account')}
      aside={<StateBadge closed={suspension !== null} text={suspension ? 'suspended' : 'open'} />}
    >
      <div className="stack-16">
        {!suspension && <p className="muted t14">{t('standing.notSuspended')}</p>}
        {suspension && (
          <ul className="standing-causes">
            <li>
              <p className="strong">{t(`standing.suspendedBy.${suspension.cause}`)}</p>
              {suspension.reason !== '' && <p className="as-typed t14">{suspension.reason}</p>}
              <Who name={suspension.byName} at={suspension.since} />
            </li>
          </ul>
        )}
        {reinstatementRequest && <Waiting request={reinstatementRequest} of="reinstate" />}
        {isOperations ? (
          <p className="muted t14">{t('standing.onlyOperations')}</p>
        ) : (
          <Acts request={reinstatementRequest}>
            {(agrees) => (
              <StandingActButton uid={uid} act={suspension ? 'reinstate' : 'suspend'} agrees={agrees} />
            )}
          </Acts>
        )}
      </div>
    </Card>
  );
}

function StateBadge({ closed, text }: { readonly closed: boolean; readonly text: string }) {
  const { t } = useTranslation();
  return (
    <Badge tone={closed ? 'warning' : 'success'} icon={closed ? 'lock' : 'check'}>
      {t(`standing.states.${text}`)}
    </Badge>
  );
}

function Cause({ pause: { cause, caseId, reason, byName, since } }: { readonly pause: SendingPause }) {
  const { t } = useTranslation();
  return (
    <li>
      <p className="strong">
        {t(`standing.causes.${cause}`)}
        {caseId !== null && (
          <Link className="link mono standing-case" to={`/compliance/cases/${caseId}`}>
            {caseNumberOf(caseId)}
          </Link>
        )}
      </p>
      {reason !== '' && <p className="as-typed t14">{reason}</p>}
      <Who name={byName} at={since} />
    </li>
  );
}

function Who({ name, at }: { readonly name: string | null; readonly at: string }) {
  return (
    <p className="muted t12">
      {name !== null && `${name} · `}
      <Moment at={at} />
    </p>
  );
}

/** A request of a first lead. */
function Waiting({ request, of }: { readonly request: LiftRequest; readonly of: 'resume' | 'reinstate' }) {
  const { t, i18n } = useTranslation();
  const { uid } = useMe();
  const { by, byName, reason, lapsesAt, coversAll } = request;
  const title =
    by === uid
      ? t(`standing.askedByYou.${of}`)
      : t(`standing.asked.${of}`, { name: byName ?? t('standing.aLead') });
  return (
    <Notice tone="info" icon="clock" title={title}>
      <p className="as-typed">{reason}</p>
      {!coversAll && <p>{t('standing.notAll')}</p>}
      <p>{t('standing.lapses', { at: formatMoment(lapsesAt, i18n.language) })}</p>
    </Notice>
  );
}

interface ActsProps {
  readonly request: LiftRequest | null;
  readonly children: (agrees: boolean) => ReactNode;
}

/** For leads; who asked waits for another one. */
function Acts({ request, children }: ActsProps) {
  const { t } = useTranslation();
  const { uid, roles } = useMe();
  if (!roles.includes('lead')) return <p className="muted t14">{t('standing.leadsOnly')}</p>;
  if (request?.by === uid && request.coversAll)
    return <p className="muted t14">{t('standing.waitsForOther')}</p>;
  return <div className="flow">{children(request !== null && request.by !== uid)}</div>;
}
