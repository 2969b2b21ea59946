import { Box, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { checkNumberOf, REVOCATION_REASON_MAX_LENGTH, type CheckDetail } from '@kernel/staff/identity-checks';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/money/limits';
import { useMe } from '../../accounts/use-session';
import { formatMoneyShort } from '../../lib/format';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { useNow } from '../../transfers/use-now';
import { Amount } from '../../ui/parts/amount';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { errorProps } from '../../ui/forms/field';
import { Notice } from '../../ui/feedback/notice';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';
import { Timeline } from '../../ui/feedback/timeline';
import { showSuccess } from '../../ui/feedback/toasts';
import { useRequiredText } from '../../ui/forms/use-required-text';
import { Moment } from '../../review/case/case-facts';
import { CheckBadge } from './check-badge';
import { useCheck, useRevoke } from './use-checks';
import { useAge } from '../../review/frame/use-span';
import { RuleName } from '../../rules/editor/rule-name';
import { useMasked } from '../../review/reveal/use-masked';

interface CheckCardProps {
  readonly id: string;
  /** Opened by a press: it takes the focus. */
  readonly focused: boolean;
}

/** One identity check: its sender, its changes, and what a lead can do about it. */
export function CheckCard({ id, focused }: CheckCardProps) {
  const { t } = useTranslation();
  const masked = useMasked();
  const { data: check, error, mutate } = useCheck(id);
  if (!check && error)
    return <ErrorBlock title={t('checks.checkFailed')} error={error} onRetry={() => void mutate()} />;
  if (!check)
    return (
      <Card className="desk-panel">
        <Skeleton>
          <Bone width="100%" height={240} />
        </Skeleton>
      </Card>
    );
  return (
    <Card
      focused={focused}
      className="desk-panel"
      title={masked(check.senderName)}
      aside={<CheckBadge check={check} />}
    >
      <div className="stack-16">
        <Muted>
          <Text span ff="monospace">
            {checkNumberOf(id)}
          </Text>
          , {t('checks.attemptNumber', { number: check.attempt })}
        </Muted>
        {check.list === 'stuck' && <Stuck since={check.updatedAt} />}
        {check.sender && <SenderFacts sender={check.sender} />}
        <Changes check={check} />
        <Revocation check={check} />
      </div>
    </Card>
  );
}

/** What to do about a check that nothing was heard of. */
function Stuck({ since }: { readonly since: string }) {
  const { t } = useTranslation();
  const age = useAge();
  const nowMs = useNow();
  return (
    <Notice tone="warning" icon="alert">
      {t('checks.stuck', { age: age(nowMs - Date.parse(since)) })}
    </Notice>
  );
}

function SenderFacts({ sender }: { readonly sender: NonNullable<CheckDetail['sender']> }) {
  const { t, i18n } = useTranslation();
  const { verification, requested30Days, cases } = sender;
  const open = cases.filter(({ reviewed }) => !reviewed);
  const isVerified = verification === 'verified';
  const limit = isVerified ? PER_TRANSFER_LIMIT_CENTS : UNVERIFIED_WEEKLY_LIMIT_CENTS;
  return (
    <Box component="dl" className="pairs" fz="sm">
      <div>
        <dt>{t('checks.tier')}</dt>
        <dd>{isVerified ? t('status.verified') : t('status.unverified')}</dd>
      </div>
      <div>
        <dt>{t('checks.limit')}</dt>
        <dd>
          {t(isVerified ? 'checks.perTransfer' : 'checks.perWeek', {
            amount: formatMoneyShort(limit, i18n.language),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('compliance.requested30')}</dt>
        <dd>
          <Amount value={requested30Days} />
        </dd>
      </div>
      <div>
        <dt>{t('checks.openCases')}</dt>
        <dd>
          {open.length === 0
            ? t('compliance.noOthers')
            : open.map(({ id, ruleId }) => (
                <Link key={id} className="link link-inline" to={`/compliance/cases/${id}`}>
                  <RuleName id={ruleId} />
                </Link>
              ))}
        </dd>
      </div>
    </Box>
  );
}

const FAILED: readonly string[] = ['failed', 'declined', 'expired'];

/** The changes of the check, by whom and why it was revoked with them. */
function Changes({ check: { steps } }: { readonly check: CheckDetail }) {
  const { t } = useTranslation();
  return (
    <div className="desk-part">
      <Timeline
        entries={steps.map(({ status, at, name, reason }, index) => ({
          id: `${at} ${String(index)}`,
          state: FAILED.includes(status) ? 'failed' : 'done',
          title: t(`checks.steps.${name === null ? status : 'revoked'}`),
          time: (
            <Fine span>
              <Moment at={at} />
            </Fine>
          ),
          ...(name !== null && { text: `${name}: ${reason}` }),
        }))}
      />
    </div>
  );
}

/** Revokes a verification with a reason and a code; leads only. */
export function Revocation({
  check: { id, status },
}: {
  readonly check: Pick<CheckDetail, 'id' | 'status'>;
}) {
  const { t, i18n } = useTranslation();
  const { roles } = useMe();
  const problemText = useProblemText();
  const revoke = useRevoke(id);
  const reason = useRequiredText<HTMLTextAreaElement>(t('checks.revoke.required'), {
    subject: id,
    use: 'revoke',
    label: t('checks.revoke.label'),
  });
  const { trigger, isMutating, error } = useSend(revoke, {
    onSuccess: () => {
      showSuccess(t('checks.revoke.done'));
      reason.clear();
    },
  });
  if (status !== 'verified' || !roles.includes('lead')) return null;
  return (
    <form
      className="desk-part"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const text = reason.take();
        if (text !== null) void trigger(text);
      }}
    >
      <Textarea
        {...reason.field}
        description={t('checks.revoke.hint')}
        rows={3}
        resize="vertical"
        maxLength={REVOCATION_REASON_MAX_LENGTH}
        {...errorProps({ error: reason.field.error })}
      />
      <Fine>
        {t('checks.revoke.effect', {
          weekly: formatMoneyShort(UNVERIFIED_WEEKLY_LIMIT_CENTS, i18n.language),
        })}
      </Fine>
      {error !== undefined && (
        <Notice tone="danger" icon="alert" role="alert">
          {problemText(error)}
        </Notice>
      )}
      <Button
        type="submit"
        tone="danger"
        size="xs"
        block
        busy={isMutating}
        busyText={t('compliance.holds.busy')}
      >
        {t('checks.revoke.button')}
      </Button>
    </form>
  );
}
