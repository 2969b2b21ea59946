import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AuditItem } from '@kernel/staff/audit';
import { caseNumberOf } from '@kernel/staff/compliance';
import { HISTORY_ROLES } from '@kernel/people/accounts';
import type { RuleDefinitionOnWire } from '@kernel/staff/rule-views';
import { Box, Flex, Stack, Text } from '@mantine/core';
import { useMe } from '../accounts/use-session';
import { formatExact } from '../lib/format';
import { Button } from '../ui/forms/button';
import { CopyableId } from '../ui/parts/copyable-id';
import { Fine } from '../ui/parts/text';
import { Dialog } from '../ui/feedback/dialog';
import { useRuleWords } from '../rules/editor/use-rule-words';
import { AUDIT, changedBy, type AuditView } from './audit-view';
import { KindBadge } from './kind-badge';
import { useActionName, useFactText, usePersonName } from './use-entry-texts';
import { useMasked } from '../review/reveal/use-masked';

interface AuditDetailProps {
  readonly item: AuditItem;
  readonly view: AuditView;
  readonly onClose: () => void;
}

/** Everything about one event, and the way to others of the same person and subject. */
export function AuditDetail({ item, view, onClose }: AuditDetailProps) {
  const { t, i18n } = useTranslation();
  const actionName = useActionName();
  const personName = usePersonName();
  return (
    <Dialog
      open
      title={actionName(item.action)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('audit.close')}</Button>}
    >
      <Stack gap="md">
        <KindBadge kind={item.kind} />
        <dl className="pairs">
          <Pair name={t('audit.columns.time')}>{formatExact(item.at, i18n.language)}</Pair>
          <Pair name={t('audit.columns.person')}>
            {personName(item)} <Others view={view} filter={{ person: item.person }} />
          </Pair>
          <Subjects item={item} view={view} />
          <Facts item={item} />
        </dl>
        <Flex component="section" direction="column" gap="xs">
          <Text component="h3" fz="sm">
            {t('audit.place')}
          </Text>
          <Fine>{t('audit.placeText')}</Fine>
          <dl className="pairs">
            <Pair name={t('audit.stream')}>
              <Text span className="wrap-anywhere" ff="monospace">
                {item.stream}
              </Text>
            </Pair>
            <Pair name={t('audit.revision')}>
              <span className="figures">{item.revision}</span>
            </Pair>
            <Pair name={t('audit.position')}>
              <span className="figures">{item.position.replace(/^0+(?=.)/, '')}</span>
            </Pair>
            <Pair name={t('audit.type')}>
              <Text span ff="monospace">
                {item.action}
              </Text>
            </Pair>
          </dl>
        </Flex>
      </Stack>
    </Dialog>
  );
}

interface PairProps {
  readonly name: string;
  readonly children: ReactNode;
}

function Pair({ name, children }: PairProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The subject of the event; cases open for those who read cases. */
function Subjects({ item, view }: Pick<AuditDetailProps, 'item' | 'view'>) {
  const { t } = useTranslation();
  const { roles } = useMe();
  const masked = useMasked();
  const readsCases = HISTORY_ROLES.some((role) => roles.includes(role));
  const { caseId, transferId, uid, subjectName } = item;
  return (
    <>
      {caseId !== null && (
        <Pair name={t('audit.case')}>
          {readsCases ? (
            <Box component={Link} className="link" ff="monospace" to={`/compliance/cases/${caseId}`}>
              {caseNumberOf(caseId)}
            </Box>
          ) : (
            <Text span ff="monospace">
              {caseNumberOf(caseId)}
            </Text>
          )}{' '}
          <Others view={view} filter={{ subject: caseId }} />
        </Pair>
      )}
      {transferId !== null && (
        <Pair name={t('audit.transfer')}>
          <CopyableId id={transferId} label={t('audit.copyTransfer')} copied={t('audit.copied')} />{' '}
          <Others view={view} filter={{ subject: transferId }} />
        </Pair>
      )}
      {uid !== null && (
        <Pair name={t('audit.about')}>
          {masked(subjectName ?? '')}{' '}
          <CopyableId id={uid} label={t('audit.copyUid')} copied={t('audit.copied')} />{' '}
          <Others view={view} filter={{ subject: uid }} />
        </Pair>
      )}
    </>
  );
}

/** To the other events of a person or subject, for those who read others'. */
function Others({ view, filter }: { readonly view: AuditView; readonly filter: Partial<AuditView> }) {
  const { t } = useTranslation();
  const { roles } = useMe();
  if (!roles.some((role) => role === 'lead' || role === 'auditor')) return null;
  const query = new URLSearchParams(AUDIT.parametersOf(changedBy(view, filter))).toString();
  return (
    <Link className="link" to={`?${query}`}>
      {t('audit.others')}
    </Link>
  );
}

function Facts({ item }: Pick<AuditDetailProps, 'item'>) {
  const { t, i18n } = useTranslation();
  const factText = useFactText();
  const { sentence } = useRuleWords();
  const nameOf = (name: string) =>
    i18n.exists(`audit.facts.${name}`) ? t(`audit.facts.${name}`, { context: item.action }) : name;
  return Object.entries(item.facts).map(([name, value]) => (
    <Pair key={name} name={nameOf(name)}>
      <span className="wrap-anywhere">
        {name === 'definition'
          ? sentence(JSON.parse(value) as RuleDefinitionOnWire)
          : (item.factNames[name] ?? factText(name, value))}
      </span>
    </Pair>
  ));
}
