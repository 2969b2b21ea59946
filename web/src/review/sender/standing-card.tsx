import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { caseNumberOf } from '@kernel/staff/compliance';
import type { LiftRequest, SenderStanding, SendingPause } from '@kernel/staff/standing';
import { Box, Group, Stack, Text } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { formatDay, formatMoment } from '../../lib/format';
import { Badge } from '../../ui/feedback/badge';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { Notice } from '../../ui/feedback/notice';
import { Moment } from '../case/case-facts';
import { useMasked } from '../reveal/use-masked';
import { StandingActButton } from './standing-act';

interface StandingProps {
  readonly standing: SenderStanding;
}

/** Whether a sender may send, why not, and what a lead can do about it. */
export function SendingCard({ standing }: StandingProps) {
  const { t } = useTranslation();
  const { uid, pauses, resumeRequest, closedAt } = standing;
  const isPaused = pauses.length > 0;
  return (
    <Card
      title={t('standing.sending')}
      aside={<StateBadge closed={isPaused} text={isPaused ? 'paused' : 'sends'} />}
    >
      <Stack gap="md">
        {!isPaused && <Muted>{t('standing.noPause')}</Muted>}
        {pauses.length > 0 && (
          <Stack component="ul" className="standing-causes" gap="sm">
            {pauses.map((pause) => (
              <Cause key={`${pause.cause} ${pause.since}`} pause={pause} />
            ))}
          </Stack>
        )}
        {resumeRequest && <Waiting request={resumeRequest} of="resume" />}
        <Acts request={resumeRequest}>
          {(agrees) => (
            <>
              {isPaused && <StandingActButton uid={uid} act="resume" agrees={agrees} />}
              {closedAt === null && !pauses.some(({ cause }) => cause === 'lead') && (
                <StandingActButton uid={uid} act="pause" />
              )}
            </>
          )}
        </Acts>
      </Stack>
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
      <Stack gap="md">
        {!suspension && <Muted>{t('standing.notSuspended')}</Muted>}
        {suspension && (
          <Stack component="ul" className="standing-causes" gap="sm">
            <li>
              <Text fw={600}>{t(`standing.suspendedBy.${suspension.cause}`)}</Text>
              <Reason text={suspension.reason} />
              <Who name={suspension.byName} at={suspension.since} />
            </li>
          </Stack>
        )}
        {reinstatementRequest && <Waiting request={reinstatementRequest} of="reinstate" />}
        {isOperations ? (
          <Muted>{t('standing.onlyOperations')}</Muted>
        ) : (
          <Acts request={reinstatementRequest}>
            {(agrees) => (
              <StandingActButton uid={uid} act={suspension ? 'reinstate' : 'suspend'} agrees={agrees} />
            )}
          </Acts>
        )}
      </Stack>
    </Card>
  );
}

/** What becomes of a sender's data: closed, erased, kept by a legal hold, due; and what a lead can do about it. */
export function DataCard({ standing }: StandingProps) {
  const { t, i18n } = useTranslation();
  const { uid, closedAt, erasedAt, erasure, legalHold } = standing;
  const day = (at: string) => ({ day: formatDay(at, i18n.language) });
  return (
    <Card title={t('standing.data')}>
      <Stack gap="md">
        <Stack component="ul" className="standing-causes" gap="sm">
          {erasedAt !== null && (
            <li>
              <Text fw={600}>{t('standing.erasedOn', day(erasedAt))}</Text>
            </li>
          )}
          {closedAt !== null && (
            <li>
              <Text fw={600}>{t('standing.closedOn', day(closedAt))}</Text>
            </li>
          )}
          {erasure && (
            <li>
              <Text fw={600}>{t('standing.erasureDueOn', day(erasure.dueAt))}</Text>
              {erasure.keptBy.map((keeper) => (
                <Fine key={keeper}>{t(`standing.keptBy.${keeper}`)}</Fine>
              ))}
            </li>
          )}
          {legalHold && (
            <li>
              <Text fw={600}>{t('standing.onLegalHold', day(legalHold.since))}</Text>
              <Reason text={legalHold.reason} />
              <Who name={legalHold.byName} at={legalHold.since} />
            </li>
          )}
        </Stack>
        {erasedAt === null && (
          <Acts request={null}>
            {() => <StandingActButton uid={uid} act={legalHold ? 'lift-legal-hold' : 'place-legal-hold'} />}
          </Acts>
        )}
      </Stack>
    </Card>
  );
}

/** Whether something is open to a sender, or kept from them. */
export function StateBadge({ closed, text }: { readonly closed: boolean; readonly text: string }) {
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
      <Text fw={600}>
        {t(`standing.causes.${cause}`)}
        {caseId !== null && (
          <Box component={Link} className="link" mis="xs" ff="monospace" to={`/compliance/cases/${caseId}`}>
            {caseNumberOf(caseId)}
          </Box>
        )}
      </Text>
      <Reason text={reason} />
      <Who name={byName} at={since} />
    </li>
  );
}

/** As a lead typed it; nothing for an empty one. */
function Reason({ text }: { readonly text: string }) {
  const masked = useMasked();
  return (
    text !== '' && (
      <Text className="as-typed" fz="sm">
        {masked(text)}
      </Text>
    )
  );
}

function Who({ name, at }: { readonly name: string | null; readonly at: string }) {
  const masked = useMasked();
  return (
    <Fine>
      {name !== null && `${masked(name)} · `}
      <Moment at={at} />
    </Fine>
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
  if (!roles.includes('lead')) return <Muted>{t('standing.leadsOnly')}</Muted>;
  if (request?.by === uid && request.coversAll) return <Muted>{t('standing.waitsForOther')}</Muted>;
  return <Group gap="xs">{children(request !== null && request.by !== uid)}</Group>;
}
