import { useTranslation } from 'react-i18next';
import { FEE_SCHEDULES, feesOf, processingRule } from '@kernel/money/fees';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/money/limits';
import { Flex, SimpleGrid, Stack, Text } from '@mantine/core';
import { contactLinks } from '../../accounts/contact';
import { useConfig } from '../../accounts/use-config';
import { formatBasisPoints, formatMoney, formatMoneyShort } from '../../lib/format';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { Icon } from '../../ui/parts/icon';

/** The example amount of the answer about the cost. */
const EXAMPLE_CENTS = 120_00;

/** Questions before the first transfer, each opened by a press. */
export function Questions() {
  const { t } = useTranslation();
  const support = useConfig()?.support;
  const answers = useAnswers();
  return (
    <section className="wrap section" id="questions" aria-labelledby="questions-title">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={{ base: 'lg', sm: 64 }}>
        <Stack gap={4}>
          <h2 id="questions-title">{t('landing.questions')}</h2>
          <Text c="dimmed">{t('landing.ask')}</Text>
          {support && (
            <Flex component="p" gap="0 var(--s-24)" align="center" wrap="wrap">
              <a className="link" href={contactLinks(support).mail}>
                <Icon name="mail" />
                {support.email}
              </a>
              <a className="link" href={contactLinks(support).call}>
                <Icon name="call" />
                {support.phone}
              </a>
            </Flex>
          )}
        </Stack>
        <div className="questions">
          {answers.map(({ id, text }, index) => (
            <details key={id} open={index === 0}>
              <summary className="fold">
                <h3>{t(`landing.question.${id}`)}</h3>
                <Icon name="chevronDown" />
              </summary>
              <Text maw="66ch" pb="lg" c="dimmed" fz={{ base: 'sm', sm: 'md' }}>
                {text}
              </Text>
            </details>
          ))}
        </div>
      </SimpleGrid>
    </section>
  );
}

function useAnswers() {
  const { t, i18n } = useTranslation();
  const { data: overview } = useFeeSchedule();
  const credit = useConfig()?.acceptedFunding.includes('credit') ?? false;
  const verifiedWeekly = overview?.verifiedWeeklyLimit;
  const short = (amount: number | string) => formatMoneyShort(amount, i18n.language);
  return [
    { id: 'long', text: t('landing.answer.long') },
    { id: 'cost', text: t(...costText()) },
    {
      id: 'much',
      text: [
        t('landing.answer.much', {
          weekly: short(overview?.weeklyLimit ?? UNVERIFIED_WEEKLY_LIMIT_CENTS),
          perTransfer: short(overview?.perTransferLimit ?? PER_TRANSFER_LIMIT_CENTS),
        }),
        verifiedWeekly && t('terms.limitVerifiedWeekly', { weekly: short(verifiedWeekly) }),
      ]
        .filter(Boolean)
        .join(' '),
    },
    { id: 'wrong', text: t('landing.answer.wrong') },
    { id: 'cards', text: credit ? t('landing.answer.cardsCredit') : t('landing.answer.cards') },
    { id: 'stranger', text: t('landing.answer.stranger') },
  ];

  function costText() {
    const schedule = overview?.schedule ?? FEE_SCHEDULES[0];
    const { basisPoints, fixedCents } = processingRule(schedule);
    const figures = {
      percent: formatBasisPoints(basisPoints, i18n.language),
      fixed: formatMoney(fixedCents, i18n.language),
      amount: formatMoney(EXAMPLE_CENTS, i18n.language),
      total: formatMoney(feesOf(EXAMPLE_CENTS, schedule).totalCents, i18n.language),
    };
    return [fixedCents === 0 ? 'landing.answer.cost' : 'landing.answer.costFixed', figures] as const;
  }
}
