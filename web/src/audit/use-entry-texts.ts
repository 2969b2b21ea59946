import { useTranslation } from 'react-i18next';
import { COMMAND_LINE_PERSON, type AuditItem } from '@kernel/staff/audit';
import { caseNumberOf } from '@kernel/staff/compliance';
import { formatMoment, formatMoney, formatYearSecond } from '../lib/format';
import { useMasked } from '../review/reveal/use-masked';

/** How much of an id tells two apart. */
const SHOWN_LENGTH = 8;
const MOMENTS = ['until', 'filedAt', 'from', 'to'];
/** Where the words for a value are that other pages name too; for the rest under `audit.values`. */
const NAMED: Readonly<Record<string, (value: string) => readonly string[]>> = {
  about: (about) => [`desk.differences.${about}`],
  // An export of some actions, or of a kind of them.
  action: (action) => [`audit.names.${action}`, `audit.kindNames.${action}`],
  against: (id) => [`compliance.rules.${id}`],
};

/** Who did it: a member of staff, or the administrator on the command line. */
export function usePersonName(): (item: Pick<AuditItem, 'person' | 'personName'>) => string {
  const { t } = useTranslation();
  const masked = useMasked();
  return ({ person, personName }) => {
    if (personName !== null) return masked(personName);
    return person.startsWith(COMMAND_LINE_PERSON)
      ? person.slice(COMMAND_LINE_PERSON.length)
      : t('common.erased');
  };
}

/** The name of an event in the reader's words; one without keeps its technical name. */
export function useActionName(): (action: string) => string {
  const { t, i18n } = useTranslation();
  return (action) => (i18n.exists(`audit.names.${action}`) ? t(`audit.names.${action}`) : action);
}

const RULE_PREFIX = 'rule-';

/** The subject of an event: the rule, the transfer, the case or the person, in this order; '' for nothing. */
export function useEntrySubject(): (item: AuditItem) => string {
  const masked = useMasked();
  return ({ transferId, caseId, subjectName, stream }) => {
    if (stream.startsWith(RULE_PREFIX)) return stream.slice(RULE_PREFIX.length);
    if (transferId !== null) return transferId.slice(0, SHOWN_LENGTH);
    if (caseId !== null) return caseNumberOf(caseId);
    return masked(subjectName ?? '');
  };
}

/** A value of a fact in the reader's words. */
export function useFactText(): (name: string, value: string) => string {
  const { t, i18n } = useTranslation();
  return (name, value) => {
    if (MOMENTS.includes(name)) return formatMoment(value, i18n.language);
    if (name === 'point') return pointText(value);
    if (name === 'version') return `v${value}`;
    if (name === 'amountCents' || name === 'cents')
      return formatMoney((Number(value) / 100).toFixed(2), i18n.language);
    const fact = `${name}.${value}`;
    const keys = NAMED[name]?.(value) ?? [`audit.values.${fact}`];
    const key = keys.find((one) => i18n.exists(one));
    if (key !== undefined) return t(key);
    return name === 'reason' ? reasonText(value) : value;
  };

  /** An instant, or a position of the log. */
  function pointText(value: string): string {
    if (value.includes('T')) return formatYearSecond(value, i18n.language);
    return t('audit.atPosition', { position: value.replace(/^0+(?=.)/, '') });
  }

  /** "Case C-5a7c1f0e", "support S-1182". */
  function reasonText(value: string): string {
    const [kind = '', ...rest] = value.split(':');
    const reference = rest.join(':');
    const shown = kind === 'case' ? caseNumberOf(reference) : reference;
    const key = `audit.reasons.${kind}`;
    return i18n.exists(key) ? t(key, { reference: shown }) : value;
  }
}

/** The facts of an event that fit into a line. */
export function useEntryDetail(): (item: AuditItem) => string {
  const { t } = useTranslation();
  const factText = useFactText();
  return ({ facts, factNames }) => {
    if (facts['assignee'] !== undefined)
      return t('audit.to_person', { name: factNames['assignee'] ?? t('common.erased') });
    return Object.entries(facts)
      .filter(([name, value]) => IN_LINE.includes(name) && value !== 'false')
      .map(([name, value]) => factText(name, value))
      .join(' · ');
  };
}

const IN_LINE = [
  ...[
    'outcome',
    'pause',
    'role',
    'cause',
    'way',
    'reference',
    'reason',
    'until',
    'filedAt',
    'format',
    'field',
    'view',
  ],
  ...['amountCents', 'cents', 'problemId', 'about', 'against', 'version'],
];
