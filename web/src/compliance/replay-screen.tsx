import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { REASON_PATTERN } from '@kernel/access-reasons';
import type { Replay } from '@kernel/replay';
import { ApiError } from '../lib/api-error';
import { formatMoment, formatMoney } from '../lib/format';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { ErrorBlock } from '../ui/error-block';
import { PageHeading } from '../ui/page-heading';
import { Bone, Skeleton } from '../ui/skeleton';
import { reasonOf, senderPath, typedReason } from './access-reason';
import { Revealable } from './reveal-button';
import { ReasonCard } from './reason-card';
import { ReplaySteps } from './replay-steps';
import { useReplay } from './use-replay';
import './replay.css';
import './standing.css';

/** The history of a transfer. */
export function TransferReplay() {
  return <ReplayScreen of="transfers" />;
}

/** The history of a sender. */
export function SenderReplay() {
  return <ReplayScreen of="senders" />;
}

/** A history for the reason in the address; without one, a form that asks for it. Each load is recorded. */
function ReplayScreen({ of }: { readonly of: 'transfers' | 'senders' }) {
  const { id = '' } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const given = parameters.get('reason') ?? '';
  const reason = REASON_PATTERN.test(given) ? given : null;
  if (reason !== null)
    return (
      <History
        subject={`${of}/${id}`}
        reason={reason}
        onOtherReason={() => {
          setParameters({}, { replace: true });
        }}
      />
    );
  return (
    <div className="stack-16">
      <UnnamedHead />
      <ReasonCard
        onReason={(typed) => {
          setParameters({ reason: reasonOf(typed) }, { replace: true });
        }}
      />
    </div>
  );
}

interface HistoryProps {
  /** `transfers/{id}` or `senders/{uid}`. */
  readonly subject: string;
  readonly reason: string;
  readonly onOtherReason: () => void;
}

function History({ subject, reason, onOtherReason }: HistoryProps) {
  const { t } = useTranslation();
  const { data, error, isLoading, mutate } = useReplay(subject, reason);
  if (data) return <Shown replay={data} />;
  return (
    <div className="stack-16">
      <UnnamedHead />
      {isLoading && <ReplaySkeleton />}
      {isMissing(error) && <NoHistory onOtherReason={onOtherReason} />}
      {error && !isMissing(error) && (
        <ErrorBlock title={t('replay.failed')} error={error} onRetry={() => void mutate()} />
      )}
    </div>
  );
}

/** Before it is known whose history it is. */
function UnnamedHead() {
  const { t } = useTranslation();
  return <ReplayHead trail={<span>{t('replay.here')}</span>} title={t('replay.title.form')} />;
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'validation_failed');

function Shown({ replay }: { readonly replay: Replay }) {
  const { t, i18n } = useTranslation();
  const { uid, transfer, displayName, reason, recordedAt } = replay;
  const { kind, reference } = typedReason(reason);
  const short = kind === 'case' ? reference.slice(0, 8) : reference;
  const title = transfer
    ? t('replay.title.transfer', { id: transfer.id.slice(0, 8) })
    : t('replay.title.sender', { name: displayName });
  return (
    <div className="stack-16">
      <ReplayHead
        trail={
          kind === 'case' ? (
            <Link className="link mono" to={`/compliance/cases/${reference}`}>
              {short}
            </Link>
          ) : (
            <span>{t('replay.here')}</span>
          )
        }
        title={title}
        lead={
          transfer &&
          t('replay.lead', {
            amount: formatMoney(transfer.amount, i18n.language),
            platform: transfer.platform,
            sender: displayName,
            recipient: transfer.recipient,
          })
        }
        note={t('replay.readOnly', {
          reason: t(`replay.reason.shown.${kind}`, { reference: short }),
          at: formatMoment(recordedAt, i18n.language),
        })}
      />
      <Link className="link t14" to={senderPath(uid, reason)}>
        {t('standing.open')}
      </Link>
      {transfer && (
        <dl className="flow t14" aria-label={t('standing.revealTransfer')}>
          {(['recipient', 'handle'] as const).map((field) => (
            <div key={field} className="flow">
              <dt className="muted">{t(`standing.fields.${field}`)}</dt>
              <dd>
                <Revealable
                  masked={field === 'recipient' ? transfer.recipient : '••••'}
                  {...{ subject: transfer.id, field, reason }}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ReplaySteps replay={replay} />
    </div>
  );
}

interface ReplayHeadProps {
  readonly trail: ReactNode;
  readonly title: string;
  readonly lead?: string | null;
  readonly note?: string;
}

function ReplayHead({ trail, title, lead, note }: ReplayHeadProps) {
  const { t } = useTranslation();
  return (
    <div>
      <div className="replay-trail t14">
        <nav aria-label={t('replay.breadcrumb')}>
          <Link className="link" to="/compliance/cases">
            {t('compliance.queue')}
          </Link>
          <span aria-hidden="true"> / </span>
          {trail}
        </nav>
        {note && <p className="muted t12">{note}</p>}
      </div>
      <div className="replay-title">
        <PageHeading title={title}>{title}</PageHeading>
        {lead && <p className="muted t14">{lead}</p>}
      </div>
    </div>
  );
}

function NoHistory({ onOtherReason }: { readonly onOtherReason: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon="search"
        title={t('replay.none')}
        text={t('replay.noneText')}
        action={
          <Button size="sm" onClick={onOtherReason}>
            {t('replay.otherReason')}
          </Button>
        }
      />
    </div>
  );
}

function ReplaySkeleton() {
  return (
    <Skeleton>
      <div className="stack-16">
        <Bone width="100%" height={96} />
        <Bone width="100%" height={400} />
      </div>
    </Skeleton>
  );
}
