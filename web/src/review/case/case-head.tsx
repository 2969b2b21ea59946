import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { CaseDetail } from '@kernel/staff/compliance';
import { Box, Group } from '@mantine/core';
import { PageHeading } from '../../ui/parts/page-heading';
import { Fine } from '../../ui/parts/text';
import { useKeys } from '../../ui/keys/use-keys';
import { Breadcrumb } from '../frame/breadcrumb';
import { KeyHint } from '../frame/key-hint';
import { OPEN_CASES, useCaseCounts, useCases } from '../queue/use-cases';
import { DueTime, OutcomeBadge, StatusBadge } from './case-badges';
import { CaseWorkButtons } from './case-work';
import { useRuleName } from '../../rules/use-rules';

interface CaseHeadProps {
  readonly detail: CaseDetail;
  /** Whether the reader may work on it now. */
  readonly canWork: boolean;
}

/** Where the case is, what it is, how far it is, and who works on it. */
export function CaseHead({ detail, canWork }: CaseHeadProps) {
  const { t } = useTranslation();
  const { number, outcome, reportDueAt, dueAt } = detail;
  const title = t('compliance.caseTitle', {
    rule: useRuleName(detail.ruleId),
    attempts: t('compliance.attempts', { count: detail.txCount }),
  });
  return (
    <Box mt={{ base: 0, md: -16 }} mb={{ base: 'md', md: 'sm' }}>
      <Group gap="var(--s-8) var(--s-16)" justify="space-between">
        <Breadcrumb
          way={[{ to: '/compliance/cases', text: t('compliance.queue') }]}
          here={{ text: number, isId: true }}
        />
        <Neighbors id={detail.id} />
      </Group>
      <Group gap="var(--s-8) var(--s-16)">
        <PageHeading title={`${title}, ${number}`}>{title}</PageHeading>
        {outcome ? <OutcomeBadge outcome={outcome} /> : <StatusBadge found={detail} />}
        {outcome === null && <DueTime dueAt={dueAt} text="dueIn" />}
        {outcome !== null && reportDueAt !== null && <DueTime dueAt={reportDueAt} text="reportDueIn" />}
        {canWork && !detail.reviewed && (
          <Group gap="xs" ml={{ base: 0, sm: 'auto' }}>
            <CaseWorkButtons detail={detail} />
          </Group>
        )}
      </Group>
    </Box>
  );
}

/** The place of the case among the open ones; j and k open the next and the previous one. */
function Neighbors({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = useCases(OPEN_CASES).items ?? [];
  const total = useCaseCounts().data?.open ?? open.length;
  const at = open.findIndex((one) => one.id === id);
  // A case that is not among them has the first one as the next.
  const keyTo = (key: string, name: 'next' | 'previous', to: (typeof open)[number] | undefined) => {
    const texts = { text: t(`compliance.keys.${name}Case`), short: t('compliance.keys.otherCase') };
    return to ? [{ key, ...texts, act: () => void navigate(`/compliance/cases/${to.id}`) }] : [];
  };
  useKeys(t('compliance.keys.cases'), [
    ...keyTo('j', 'next', open[at + 1]),
    ...keyTo('k', 'previous', at > 0 ? open[at - 1] : undefined),
  ]);
  if (at === -1) return null;
  return (
    <Fine span className="wide-only">
      {t('compliance.caseOf', { at: at + 1, total })}
      <KeyHint>j</KeyHint>
      <KeyHint>k</KeyHint>
    </Fine>
  );
}
