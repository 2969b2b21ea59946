import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cardText } from '@kernel/money/cards';
import { caseNumberOf } from '@kernel/staff/compliance';
import { centsOf } from '@kernel/money/money';
import type { PastCase, SenderAt, PastSender } from '@kernel/staff/sender-at';
import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import { formatDay, formatLanguage, formatMoney, formatMoneyShort } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { LimitBar } from '../../ui/feedback/limit-bar';
import { replayPath } from '../../review/reveal/access-reason';
import { OutcomeBadge, StatusBadge } from '../../review/case/case-badges';
import { OtherBasis } from '../../review/reveal/other-basis';
import { useOtherWords, usePastValue } from '../use-past-words';
import { RuleName } from '../../rules/editor/rule-name';
import { useMasked } from '../../review/reveal/use-masked';

interface FactsProps {
  readonly at: SenderAt;
  readonly shown: PastSender;
}

/** Profile, allowance, cases and holds of a sender at the instant. */
export function SenderAtFacts({ at, shown }: FactsProps) {
  return (
    <Flex direction={{ base: 'column', md: 'row' }} align={{ base: 'stretch', md: 'flex-start' }} gap="md">
      <Box flex="7 1 0" miw={0}>
        <Profile at={at} shown={shown} />
      </Box>
      <Stack gap="md" flex="5 1 0" miw={0}>
        <PastAllowance at={at} shown={shown} />
        <PastCases at={at} shown={shown} />
      </Stack>
    </Flex>
  );
}

function Profile({ at, shown: { profile, allowance, cards, recipients } }: FactsProps) {
  const { t, i18n } = useTranslation();
  const valueOf = usePastValue();
  const other = useOtherWords(at);
  const masked = useMasked();
  const since = profile.verificationSince && formatDay(profile.verificationSince, i18n.language);
  const rows: readonly (readonly [string, ReactNode, string | null])[] = [
    ['name', masked(profile.fullName), null],
    ['displayName', masked(profile.displayName), null],
    ['email', masked(profile.email), null],
    ['emailConfirmed', valueOf('emailConfirmed', profile.emailConfirmed ? 'yes' : 'no'), null],
    ['account', valueOf('account', profile.account), other(['account'])],
    ['legalHold', valueOf('legalHold', profile.legalHold ? 'yes' : 'no'), null],
    ['tier', valueOf('tier', allowance.tier), other(['tier'])],
    [
      'verification',
      profile.verificationStatus === null
        ? valueOf('verification', profile.verification)
        : `${valueOf('verificationStatus', profile.verificationStatus)}, ${since ?? ''}`,
      other(['verificationStatus']),
    ],
    ['sending', valueOf('sending', profile.sending), other(['sending'])],
    [
      'cards',
      listOf(
        cards.map((card) => cardText(card)),
        t('senderAt.none', { context: 'cards' }),
      ),
      null,
    ],
    [
      'recipients',
      listOf(
        recipients.map(({ name, platform }) => `${masked(name)}, ${platform}`),
        t('senderAt.none'),
      ),
      null,
    ],
    ['locale', formatLanguage(profile.locale, i18n.language), null],
  ];
  return (
    <Card title={t('senderAt.profile')} aside={<Fine span>{t('find.masked')}</Fine>}>
      <dl className="pairs">
        {rows.map(([name, value, differs]) => (
          <div key={name}>
            <dt>{t(`senderAt.fields.${name}`)}</dt>
            <dd>
              {value}
              <OtherBasis words={differs} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Most entries of a list that are named. */
const NAMED = 4;

function listOf(entries: readonly string[], none: string): ReactNode {
  if (entries.length === 0) return none;
  return (
    <ul>
      {entries.slice(0, NAMED).map((entry, place) => (
        <li key={`${place} ${entry}`}>{entry}</li>
      ))}
      {entries.length > NAMED && (
        <Box component="li" c="dimmed">
          +{entries.length - NAMED}
        </Box>
      )}
    </ul>
  );
}

function PastAllowance({ at, shown: { allowance } }: FactsProps) {
  const { t, i18n } = useTranslation();
  const other = useOtherWords(at)(['remaining']);
  const { used, remaining, weeklyLimit } = allowance;
  const usedText = t('senderAt.used', { amount: formatMoney(used, i18n.language) });
  const limit = weeklyLimit === null ? null : formatMoneyShort(weeklyLimit, i18n.language);
  return (
    <Card title={t('senderAt.allowance')} aside={limit && <Fine span>{t('senderAt.week', { limit })}</Fine>}>
      {remaining === null || weeklyLimit === null ? (
        <p>
          {t('compliance.none_remaining')}, {usedText}
        </p>
      ) : (
        <>
          <Flex component="p" align="baseline" gap="xs" mb="xs">
            <Amount value={remaining} size="lg" />
            <Muted span>{t('senderAt.remaining')}</Muted>
          </Flex>
          <LimitBar
            usedCents={centsOf(used)}
            limitCents={centsOf(weeklyLimit)}
            label={usedText}
            legend={usedText}
          />
        </>
      )}
      <OtherBasis words={other} block />
    </Card>
  );
}

function PastCases({ at: { cut, reason }, shown: { cases, holds } }: FactsProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('senderAt.cases')}>
      <Box component="ul" className="lines" fz="sm">
        {cases.map((one) => (
          <CaseRow key={one.id} found={one} />
        ))}
        {cases.length === 0 && (
          <Box component="li" c="dimmed">
            {t('senderAt.noCases')}
          </Box>
        )}
        {cut.cases && (
          <Box component="li" c="dimmed">
            {t('senderAt.casesCut')}
          </Box>
        )}
        <Flex component="li" gap="xs" align="center" justify="space-between">
          <Text span c="dimmed">
            {t('senderAt.holds')}
          </Text>
          <Group gap="xs">
            {holds.length === 0
              ? t('compliance.none_hold')
              : holds.map(({ transferId, caseId }) => (
                  <Box
                    component={Link}
                    key={`${transferId} ${caseId}`}
                    className="link link-inline"
                    ff="monospace"
                    to={replayPath(`transfers/${transferId}`, reason)}
                  >
                    {transferId.slice(0, 8)}
                  </Box>
                ))}
          </Group>
        </Flex>
      </Box>
    </Card>
  );
}

function CaseRow({ found }: { readonly found: PastCase }) {
  const { ruleId } = found;
  return (
    <Flex component="li" gap="xs" align="center" justify="space-between">
      <Group component="span" gap="0 var(--s-8)" align="baseline">
        <Box
          component={Link}
          className="link link-inline"
          ff="monospace"
          to={`/compliance/cases/${found.id}`}
        >
          {caseNumberOf(found.id)}
        </Box>{' '}
        <RuleName id={ruleId} />
      </Group>
      {found.outcome ? <OutcomeBadge outcome={found.outcome} /> : <StatusBadge found={found} />}
    </Flex>
  );
}
