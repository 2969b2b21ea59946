import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../lib/address';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Segments } from '../../ui/forms/segments';
import { useNarrow } from '../../ui/parts/use-narrow';
import { ListScreen } from '../../review/frame/list-screen';
import { useCount } from '../../review/frame/use-count';
import { CheckCard } from './check-card';
import { useCheckColumns } from './check-columns';
import { CHECKS, SHOWN, useCheckCounts, useChecks, type ShownChecks } from './use-checks';

/** The verification board: identity checks, those that are stuck first, and the one that was chosen. */
export function Checks() {
  const { t } = useTranslation();
  const [{ status, check }] = useAddress(CHECKS);
  const checks = useChecks(status);
  const narrow = useNarrow();
  const { items = [] } = checks;
  // On a phone it would only push the page down.
  const chosenId = check || (narrow ? null : (items[0]?.id ?? null));
  return (
    <ListScreen
      title={t('checks.title')}
      tabs={<Lists shown={status} />}
      list={checks}
      columns={useCheckColumns(status)}
      textOf={(name) => t(`checks.columns.${name}`)}
      idOf={({ id }) => id}
      chosenId={chosenId}
      panel={chosenId !== null && <CheckCard key={chosenId} id={chosenId} focused={check !== ''} />}
      rows={4}
      failed={t('checks.failed')}
      empty={
        <EmptyState icon="shieldCheck" title={t(`checks.empty.${status}`)} text={t('checks.emptyText')} />
      }
      foot={{ shown: [t('checks.shown', { count: items.length })], more: t('compliance.loadMore') }}
    />
  );
}

/** The lists, with their counts unless they are empty. */
function Lists({ shown }: { readonly shown: ShownChecks }) {
  const { t } = useTranslation();
  const counted = useCount();
  const [, change] = useAddress(CHECKS);
  const counts = useCheckCounts().data;
  const labelOf = (list: ShownChecks) => {
    const count = list === 'all' ? 0 : (counts?.[list] ?? 0);
    const name = t(`checks.lists.${list}`);
    return count === 0 ? name : `${name} ${counted(count)}`;
  };
  return (
    <Box className="case-lists" mb="md">
      <Segments<ShownChecks>
        label={t('checks.show')}
        labelHidden
        value={shown}
        onChange={(status) => {
          change({ status, check: '' });
        }}
        options={SHOWN.map((value) => ({ value, label: labelOf(value) }))}
      />
    </Box>
  );
}
